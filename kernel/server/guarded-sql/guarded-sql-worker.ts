import { parentPort } from "node:worker_threads";
import { Refusal } from "../../refusal.ts";
import { tooLong } from "./guarded-sql-grammar.ts";
import { judgeSql } from "./guarded-sql-judge.ts";

/** A text to judge, and what was found. */
export interface Asked {
  readonly id: number;
  readonly text: string;
  readonly parameters: number;
  readonly views: readonly string[];
}
export interface Judged {
  readonly id: number;
  readonly refusal: Pick<Refusal, "code" | "text"> | null;
}

const port = parentPort!;

port.on("message", ({ id, text, parameters, views }: Asked) => {
  const answer = (refusal: Judged["refusal"]): void => port.postMessage({ id, refusal } satisfies Judged);
  judgeSql(text, new Set(views), parameters).then(
    () => answer(null),
    (error: unknown) => {
      const { code, text: words } = error instanceof Refusal ? error : tooLong();
      answer({ code, text: words });
    },
  );
});
