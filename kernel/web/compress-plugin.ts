import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const packable = /\.(js|css|html|svg|json)$/;
const least = 1_024;

/** Writes every text file of the build a second and third time, compressed as far as it goes: once here instead of at every request. */
export function compressPlugin(): Plugin {
  return {
    name: "srm-compress",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const brotli = (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
      const ways = [
        ["br", brotli],
        ["gz", (text: Buffer) => promisify(gzip)(text, { level: 9 })],
      ] as const;
      for (const file of Object.values(bundle)) {
        const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
        if (!packable.test(file.fileName) || content.length < least) continue;
        await Promise.all(ways.map(async ([end, pack]) => writeFile(join(dir!, `${file.fileName}.${end}`), await pack(content))));
      }
    },
  };
}
