import { shift } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";

/** A frame as it is kept for those who come back. */
export interface Kept {
  readonly seq: number;
  readonly frame: Readonly<Record<string, unknown>>;
}

export interface Sending {
  readonly topic: string;
  readonly frame: Readonly<Record<string, unknown>>;
}

export const ringChannel = "push";
const mostPerTopic = 1_000;

/** The last frames of each topic, numbered without gaps in the order they became visible: whoever was away hears what was missed, once and in order. */
export class Ring {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Numbers, keeps and announces frames. The notice carries the topic only; whoever has readers for it reads the frames. */
  async append(frames: readonly Sending[], now: Date): Promise<void> {
    if (frames.length === 0) return;
    const byTopic = new Map<string, Sending[]>();
    for (const frame of frames) byTopic.set(frame.topic, [...(byTopic.get(frame.topic) ?? []), frame]);
    const topics = [...byTopic.keys()].sort();
    await this.#db.tx(async (tx) => {
      const ends = await tx.query<{ topic: string; last: number }>(
        `insert into "PushTopic" (topic, last) select x.topic, x.n from jsonb_to_recordset($1::jsonb) as x(topic text, n bigint) order by x.topic
         on conflict (topic) do update set last = "PushTopic".last + excluded.last returning topic, last::int as last`,
        [JSON.stringify(topics.map((topic) => ({ topic, n: byTopic.get(topic)!.length })))],
      );
      const rows = ends.flatMap(({ topic, last }) => {
        const some = byTopic.get(topic)!;
        return some.map(({ frame }, i) => ({ topic, seq: last - some.length + 1 + i, payload: frame }));
      });
      await tx.query(
        `insert into "BasePushTopicLog" (topic, seq, payload, at) select topic, seq, payload, $2 from jsonb_to_recordset($1::jsonb) as x(topic text, seq bigint, payload jsonb)`,
        [JSON.stringify(rows), now],
      );
      await tx.query(`select pg_notify($1, topic) from unnest($2::text[]) as topic`, [ringChannel, topics]);
    });
  }

  /** Frames after a number; null when the ring no longer reaches back that far. */
  async since(topic: string, seq: number): Promise<readonly Kept[] | null> {
    const rows = await this.#db.query<{ seq: number; payload: Record<string, unknown> }>(
      `select seq::int as seq, payload from "BasePushTopicLog" where topic = $1 and seq > $2 order by seq limit ${mostPerTopic + 1}`,
      [topic, seq],
    );
    if (rows.length > mostPerTopic || (rows[0] && rows[0].seq !== seq + 1)) return null;
    if (rows.length === 0 && (await this.last(topic)) !== seq) return null;
    return rows.map((row) => ({ seq: row.seq, frame: row.payload }));
  }

  async last(topic: string): Promise<number> {
    return (await this.#db.one<{ last: number }>(`select last::int as last from "PushTopic" where topic = $1`, [topic]))?.last ?? 0;
  }

  /** Lets go of what is older than a day or beyond a thousand frames. */
  async trim(now: Date): Promise<void> {
    await this.#db.query(`delete from "BasePushTopicLog" where at < $1`, [shift(now, { days: -1 })]);
    await this.#db.query(
      `delete from "BasePushTopicLog" l using "PushTopic" t where t.topic = l.topic and l.seq <= t.last - ${mostPerTopic}`,
    );
  }
}
