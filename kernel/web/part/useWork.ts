import { useState } from "react";
import { CallError, messageOf } from "../call.ts";
import { useText } from "../language.ts";

export interface Work {
  readonly busy: boolean;
  /** What went wrong, in words; "" while nothing did. */
  readonly error: string;
  /** Does something and keeps what goes wrong, so that a dialog can say it where the person looks. */
  run(work: () => Promise<unknown>): Promise<void>;
  clear(): void;
}

/** One piece of work of a dialog at a time: whether it is under way, and what it said when it failed. */
export function useWork(): Work {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  return {
    busy,
    error,
    async run(work) {
      setBusy(true);
      setError("");
      try {
        await work();
      } catch (cause) {
        const fields = cause instanceof CallError ? cause.fieldErrors.map((fieldError) => fieldError.msg) : [];
        setError(fields.length > 0 ? fields.join(say(["；", "; "])) : messageOf(cause));
      } finally {
        setBusy(false);
      }
    },
    clear: () => setError(""),
  };
}
