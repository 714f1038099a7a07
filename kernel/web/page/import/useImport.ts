import { useRef, useState } from "react";
import { CallError, messageOf } from "../../call.ts";
import { confirm } from "../../message.ts";
import type { ImportMode, ImportOf, TimedAnswer } from "./importCall.ts";
import { sendImport } from "./importCall.ts";

export type Step = "file" | "sending" | "check" | "writing" | "done";

/** Where an import stands. */
export interface Import {
  readonly step: Step;
  readonly file: File | null;
  /** 0 to 1 while the file is on its way */
  readonly part: number;
  readonly error: string;
  readonly answer: TimedAnswer | null;
  check(file: File): void;
  write(mode: ImportMode, confirmed: readonly string[]): void;
  again(): void;
  stop(): void;
}

/** The same file within ten minutes is most often a mistake, and a rule may ask anew: the codes of what was agreed to, null when it was not. */
async function askAgain(error: unknown): Promise<readonly string[] | null> {
  if (!(error instanceof CallError) || error.code !== "CONFIRM_NEEDED") return null;
  const { asks = [] } = (error.data ?? {}) as { asks?: readonly { code: string }[] };
  const codes = asks.map((entry) => entry.code);
  const again = codes.includes("IMPORT_AGAIN");
  const title = again ? (["再导入一次同一个文件？", "Import the same file again?"] as const) : (["仍要写入？", "Import anyway?"] as const);
  const agreed = await confirm({ title, text: error.msg, confirm: again ? ["仍然导入", "Import again"] : ["仍要写入", "Import anyway"] });
  return agreed ? codes : null;
}

/** Carries a workbook from the dry run to the writing; either can be stopped. */
export function useImport({ entity, lines }: ImportOf, done: () => void): Import {
  const [step, setStep] = useState<Step>("file");
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [error, setError] = useState("");
  const [answer, setAnswer] = useState<TimedAnswer | null>(null);
  const stop = useRef<AbortController | null>(null);
  const send = async (chosen: File, dryRun: boolean, mode: ImportMode, confirmed: readonly string[]): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    setStep(dryRun ? "sending" : "writing");
    setError("");
    const known = answer && !dryRun ? { importId: answer.importId } : {};
    try {
      setAnswer(
        await sendImport({ entity, lines, file: chosen, dryRun, mode, confirmed, progress: setPart, signal: control.signal, ...known }),
      );
      setStep(dryRun ? "check" : "done");
      if (!dryRun) done();
    } catch (cause) {
      const agreed = control.signal.aborted ? null : await askAgain(cause);
      if (agreed?.length) return send(chosen, dryRun, mode, [...confirmed, ...agreed]);
      if (!control.signal.aborted) setError(messageOf(cause));
      setStep(dryRun ? "file" : "check");
    }
  };
  return {
    step,
    file,
    part,
    error,
    answer,
    check(chosen) {
      setFile(chosen);
      void send(chosen, true, "ALL_OR_NOTHING", []);
    },
    write: (mode, confirmed) => void (file && send(file, false, mode, confirmed)),
    again() {
      setAnswer(null);
      setStep("file");
    },
    stop: () => stop.current?.abort(),
  };
}
