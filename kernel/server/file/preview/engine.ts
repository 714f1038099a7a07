import { spawn } from "node:child_process";
import { access, constants, mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { fileNo } from "#kernel/file.ts";
import type { PreviewEngine } from "../parts.ts";
import type { Job } from "./worker.ts";

const office = /^(docx?|xlsx?|pptx?)$/;
const builtIn = /^(gif|jpe?g|png|bmp|txt|docx|xlsx|pptx|blocks|sheets)$/;

export interface EngineOptions {
  readonly temp: string;
  /** The office program; undefined looks for it, null does without. */
  readonly soffice?: string | null;
  readonly timeoutMs?: number;
}

const runs = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** An office program on this machine, if there is one. */
export async function findOffice(path = process.env["PATH"] ?? ""): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean))
    for (const name of ["soffice", "libreoffice"]) if (await runs(join(folder, name))) return join(folder, name);
  return null;
}

/** Does one thing after the other: conversions are heavy, and a queue is fairer than a crowd. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** The built-in writer lives in a worker with little memory; one that hangs or dies is replaced. */
function writerWorker(timeoutMs: number): { readonly run: (job: Job) => Promise<void>; readonly close: () => Promise<void> } {
  let worker: Worker | null = null;
  const turn = inTurn();
  const start = () => {
    const made = new Worker(new URL("./worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    });
    made.unref();
    return made;
  };
  const once = (job: Job) =>
    new Promise<void>((done, fail) => {
      const mine = (worker ??= start());
      const end = (error: Error | null, isDead: boolean) => {
        clearTimeout(timer);
        mine.off("message", heard).off("error", broke).off("exit", stopped);
        if (isDead) {
          worker = null;
          void mine.terminate();
        }
        if (error) fail(error);
        else done();
      };
      const heard = (failure: string | null) => end(failure === null ? null : new Error(failure), false);
      const broke = (error: unknown) => end(error instanceof Error ? error : new Error(String(error)), true);
      const stopped = () => end(new Error("the preview writer stopped"), true);
      const timer = setTimeout(() => end(new Error("the preview took too long"), true), timeoutMs);
      mine.on("message", heard).on("error", broke).on("exit", stopped);
      mine.postMessage(job);
    });
  return { run: (job) => turn(() => once(job)), close: async () => void (await worker?.terminate()) };
}

/** Starts the office program without network where the system allows it, in a process group of its own, and ends the whole group on time. */
function startOffice(soffice: string, args: readonly string[], folder: string, timeoutMs: number): Promise<void> {
  const alone = 'unshare --net true 2>/dev/null && exec unshare --net "$0" "$@" || exec "$0" "$@"';
  return new Promise((done, fail) => {
    const child = spawn("/bin/sh", ["-c", alone, soffice, ...args], {
      cwd: folder,
      env: { HOME: folder, TMPDIR: folder, PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" },
      stdio: "ignore",
      detached: true,
    });
    const timer = setTimeout(() => {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    }, timeoutMs);
    child.on("error", fail);
    child.on("exit", (code) => {
      clearTimeout(timer);
      if (code === 0) done();
      else fail(new Error(`the office program ended with ${code}`));
    });
  });
}

/** One document, one folder, one profile; the folder is gone afterwards. Macros are off in a fresh profile. */
async function byOffice(soffice: string, job: Job, options: EngineOptions, timeoutMs: number): Promise<void> {
  const folder = await mkdtemp(join(options.temp, "office-"));
  try {
    const input = join(folder, `input.${job.suffix}`);
    await symlink(job.path, input);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    await startOffice(
      soffice,
      [profile, "--headless", "--norestore", "--nolockcheck", "--convert-to", "pdf", "--outdir", join(folder, "out"), input],
      folder,
      timeoutMs,
    );
    const [made] = (await readdir(join(folder, "out"))).filter((name) => name.endsWith(".pdf"));
    if (!made) throw new Error("no page came out");
    await rename(join(folder, "out", made), job.target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The chain of converters: the office program where it is installed, else the simplified readers, else a clear no. */
export async function openPreview(options: EngineOptions): Promise<PreviewEngine & { close(): Promise<void> }> {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const soffice = options.soffice === undefined ? await findOffice() : options.soffice;
  const writer = writerWorker(timeoutMs);
  const turn = inTurn();
  return {
    async convert(source, target, mark) {
      const job: Job = { ...source, target, mark: mark?.lines ?? [] };
      const isOffice = office.test(source.suffix);
      if (isOffice && soffice !== null && job.mark.length === 0) {
        const done = await turn(() => byOffice(soffice, job, options, timeoutMs)).then(
          () => true,
          () => false,
        );
        if (done) return;
      }
      if (!builtIn.test(source.suffix)) throw soffice === null ? fileNo.previewEngine() : fileNo.previewFail();
      await writer.run(job).catch(() => {
        throw fileNo.previewFail();
      });
    },
    stamp: (path, target, stamp) =>
      writer.run({ path, suffix: "stamp", name: "", target, mark: [], stamp }).catch(() => {
        throw fileNo.previewFail();
      }),
    close: writer.close,
  };
}
