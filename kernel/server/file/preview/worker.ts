import { open, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { isImage } from "#kernel/file.ts";
import type { Stamp } from "../parts.ts";
import { still } from "../image.ts";
import { readDocx, readPptx, readSheets, type Block, type Read } from "./office.ts";
import { drawStamp } from "./stamp.ts";
import { decodeText } from "./text.ts";

/** One conversion: read this, write a PDF there. */
export interface Job {
  readonly path: string;
  readonly suffix: string;
  readonly name: string;
  readonly target: string;
  readonly mark: readonly string[];
  /** Drawn across a PDF, which is read and written instead. */
  readonly stamp?: Stamp;
}

const here = dirname(fileURLToPath(import.meta.url));
const fonts = dirname(createRequire(import.meta.url).resolve("@expo-google-fonts/noto-sans-sc/package.json"));
const textMost = 1 << 20;

let compiler: NodeCompiler | null = null;
const writer = (): NodeCompiler =>
  (compiler ??= NodeCompiler.create({ workspace: here, fontArgs: [{ fontPaths: [join(fonts, "400Regular"), join(fonts, "700Bold")] }] }));

async function readText(path: string): Promise<Read> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, textMost)), 0, Math.min(size, textMost), 0);
    const text = decodeText(buffer.subarray(0, bytesRead))
      .replace(/^\ufeff/, "")
      .replace(/\r\n?/g, "\n")
      .replace(/\t/g, "    ")
      .replace(/^ +| {2,}/gm, (run) => "\u00a0".repeat(run.length));
    const blocks: Block[] = text.trim() === "" ? [] : [{ t: "raw", text }];
    return { blocks: size > textMost ? [...blocks, { t: "cut" }] : blocks, images: new Map() };
  } finally {
    await handle.close();
  }
}

/** A drawing among the blocks of a page of our own making, so many percent of it wide; small ones may stand beside the title. */
export interface Drawing {
  readonly t: "svg";
  readonly svg: string;
  readonly width: number;
  readonly beside?: string;
}

/** What stands at the foot of every page beside its number, and the words the file is found by. */
export interface Foot {
  readonly t: "foot";
  readonly text: string;
  readonly keywords: readonly string[];
}

/** A sheet of labels and forms: its size in millimetres and what is drawn on it. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

function drawn(blocks: readonly (Block | Drawing | Foot)[]): Read {
  const images = new Map<string, Buffer>();
  const shown = blocks.map((block, i): Block => {
    if (block.t !== "svg") return block as Block;
    images.set(`drawing-${i}.svg`, Buffer.from(block.svg));
    return { t: "image", file: `drawing-${i}.svg`, width: block.width, ...(block.beside ? { beside: block.beside } : {}) };
  });
  return { blocks: shown, images };
}

async function read(job: Job): Promise<Read> {
  if (isImage(job.suffix))
    return { blocks: [{ t: "picture", file: "picture.png" }], images: new Map([["picture.png", await still(job.path, job.suffix)]]) };
  // A page of our own making: its blocks are ready, drawings among them are pictures.
  if (job.suffix === "blocks") return drawn(JSON.parse(await readFile(job.path, "utf8")) as (Block | Drawing | Foot)[]);
  if (job.suffix === "docx") return readDocx(job.path);
  if (job.suffix === "xlsx") return readSheets(job.path);
  if (job.suffix === "pptx") return readPptx(job.path);
  return readText(job.path);
}

const isWide = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => block.t === "table" && block.rows.some((row) => row.length > 7));

async function convertSheets(job: Job): Promise<void> {
  const sheets = JSON.parse(await readFile(job.path, "utf8")) as Sheet[];
  const named = sheets.map(({ width, height }, i) => ({ width, height, file: `sheet-${i}.svg` }));
  const images = new Map(sheets.map(({ svg }, i) => [`sheet-${i}.svg`, Buffer.from(svg)]));
  await write(job, "sheets.typ", { title: job.name, sheets: named }, images);
}

const convertStamp = (job: Job, { text, size, color, opacity, angle, tile, ...more }: Stamp): Promise<void> =>
  drawStamp(job.path, job.target, { text, size, color, opacity, angle, tile, ...more }, async (sheets) => {
    const page = `${job.target}.stamp`;
    try {
      await write({ ...job, target: page }, "stamp.typ", { text, size, color, opacity, angle, tile, sheets }, new Map());
      return await readFile(page);
    } finally {
      await rm(page, { force: true });
    }
  });

async function convert(job: Job): Promise<void> {
  if (job.stamp) return convertStamp(job, job.stamp);
  if (job.suffix === "sheets") return convertSheets(job);
  const { blocks, images } = await read(job);
  const picture = blocks[0]?.t === "picture";
  const data = {
    title: job.name,
    mark: job.mark,
    simplified: /^(docx|xlsx|pptx)$/.test(job.suffix),
    wide: isWide(blocks),
    bare: picture,
    blocks,
  };
  await write(job, "page.typ", data, images);
}

/** One template, filled. */
async function write(job: Job, template: string, data: object, images: ReadonlyMap<string, Buffer>): Promise<void> {
  const made = writer();
  made.mapShadow(join(here, "data.json"), Buffer.from(JSON.stringify(data)));
  for (const [file, bytes] of images) made.mapShadow(join(here, file), bytes);
  try {
    const result = made.compile({ mainFileContent: await readFile(join(here, template), "utf8") });
    const error = result.takeError();
    if (error || !result.result) throw new Error(JSON.stringify(error?.shortDiagnostics ?? "no document").slice(0, 500));
    await writeFile(job.target, made.pdf(result.result), { mode: 0o600 });
  } finally {
    made.resetShadow();
    made.evictCache(10);
  }
}

parentPort?.on("message", (job: Job) => {
  convert(job).then(
    () => parentPort?.postMessage(null),
    (error: unknown) => parentPort?.postMessage(error instanceof Error ? error.message : "failed"),
  );
});
