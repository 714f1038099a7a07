import type { Text } from "../../text.ts";
import type { Db } from "../database/db.ts";
import { newId } from "../act/id.ts";

export const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export interface LogLine {
  readonly seq: number;
  readonly time: Date;
  readonly level: "INFO" | "WARN" | "ERROR" | "DEBUG";
  readonly text: Text;
}

/** Lines of a log; with a fence they are written only by whoever still holds the run. */
export async function insertLogs(db: Db, id: string, lines: readonly LogLine[], fence?: number): Promise<boolean> {
  const rows = await db.query(
    `with held as (update "BaseScheduleRequest" set "logSeq" = greatest("logSeq", $5) where id = $1 and ($4::int is null or fence = $4 and status = 'RUNNING') returning id)
     insert into "BaseScheduleLog" (id, "parentId", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", seq, time, level, text, "textEn")
     select x.id, held.id, 'system:scheduler', $3, 'system:scheduler', $3, 1, x.seq, x.time, x.level, x.text, x."textEn"
     from held, json_to_recordset($2::json) as x(id text, seq int, time timestamptz, level text, text text, "textEn" text) returning 1`,
    [
      id,
      JSON.stringify(
        lines.map(({ seq, time, level, text }) => ({
          id: newId(),
          seq,
          time,
          level,
          text: short(text[0], 8_000),
          textEn: short(text[1], 8_000),
        })),
      ),
      lines[0]!.time,
      fence ?? null,
      lines.at(-1)!.seq,
    ],
  );
  return rows.length > 0;
}

const gatherMs = 150;

/** What a run says, written in small batches in the order it was said. */
export class RunLog {
  readonly #db: Db;
  readonly #clock: () => Date;
  readonly #run: { readonly id: string; readonly fence: number };
  readonly #written: (seq: number) => void;
  #seq: number;
  #lines: LogLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    db: Db,
    clock: () => Date,
    run: { readonly id: string; readonly fence: number; readonly logSeq: number },
    written: (seq: number) => void,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#run = run;
    this.#seq = run.logSeq;
    this.#written = written;
  }

  say(text: Text, level: LogLine["level"]): void {
    this.#lines.push({ seq: ++this.#seq, time: this.#clock(), level, text });
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), gatherMs);
  }

  /** Everything said so far is written; whoever lost the run writes nothing. */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0) return this.#writing;
    return (this.#writing = this.#writing
      .catch(() => undefined)
      .then(() => insertLogs(this.#db, this.#run.id, lines, this.#run.fence))
      .then(() => this.#written(lines.at(-1)!.seq)));
  }
}
