import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import type {} from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { readContent } from "./content.ts";
import { deny } from "./refusals.ts";

export interface UploadMeta {
  readonly path?: string;
  readonly functionId?: string;
  readonly businessId?: string;
  readonly fileDesc?: string;
  readonly language?: string;
  readonly files: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
}

export interface UploadFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly mime: string;
  /** Must be read to its end; it fails there when size or digest are not what was signed. */
  readonly stream: Readable;
}

/** A signed multipart body: the first part was signed, the files behind it are checked against it while they stream. */
export interface Upload {
  readonly meta: UploadMeta;
  readonly metaText: string;
  /** One by one, in the order of meta; whoever stores them discards all when this throws. */
  files(): AsyncGenerator<UploadFile>;
}

const maxFiles = 50;

function readMeta(metaText: string): UploadMeta {
  const meta = readContent(metaText) as Partial<UploadMeta> | null;
  const files = meta?.files;
  const known =
    Array.isArray(files) &&
    files.length <= maxFiles &&
    files.every((f) => typeof f?.name === "string" && Number.isSafeInteger(f.size) && /^[0-9a-f]{64}$/.test(String(f.sha256)));
  if (!meta || !known) throw deny("REQUEST_BAD");
  return meta as UploadMeta;
}

/** Reads the first part only; the rest waits until the signature holds. */
export async function openUpload(request: FastifyRequest): Promise<Upload> {
  const parts = request.parts();
  const first = await parts.next();
  if (first.done || first.value.type !== "field" || first.value.fieldname !== "meta" || typeof first.value.value !== "string")
    throw deny("SIGN_PARAM");
  const metaText = first.value.value;
  const meta = readMeta(metaText);
  return {
    meta,
    metaText,
    async *files() {
      let seen = 0;
      for await (const part of parts) {
        const wanted = meta.files[seen];
        if (part.type !== "file" || part.fieldname !== "files" || !wanted) throw deny("SIGN_PARAM");
        seen++;
        const stream = checked(wanted.size, wanted.sha256);
        part.file.on("error", (error) => stream.destroy(error));
        part.file.on("limit", () => stream.destroy(deny("SIGN_PARAM")));
        yield { name: wanted.name, size: wanted.size, sha256: wanted.sha256, mime: part.mimetype, stream: part.file.pipe(stream) };
        if (!stream.writableFinished) throw deny("SIGN_PARAM");
      }
      if (seen !== meta.files.length) throw deny("SIGN_PARAM");
    },
  };
}

/** Passes bytes on and fails as soon as there are too many, or at the end when they are not the signed ones. */
function checked(size: number, sha256: string): Transform {
  const digest = createHash("sha256");
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      digest.update(chunk);
      done(count > size ? deny("SIGN_PARAM") : null, chunk);
    },
    flush: (done) => done(count === size && digest.digest("hex") === sha256 ? null : deny("SIGN_PARAM")),
  });
}
