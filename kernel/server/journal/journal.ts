import { createHash } from "node:crypto";
import type { Me } from "../../entity.ts";
import type { Db } from "../database/db.ts";
import { locks } from "../database/locks.ts";

/** The account as the journal names it; a partner system that acts by itself stands behind a stroke, which no account name has. */
export const accountOf = (me: Pick<Me, "userName" | "via">): string => (me.via === undefined ? me.userName : `${me.userName}/${me.via}`);

/** Sealed in the present stretch of the chain, or in an earlier one that was restored with it. */
export const isSealed = `(j.no <= (select max("startNo") from "JournalEpoch") or exists (select 1 from "JournalSeal" s where s.epoch = (select max(no) from "JournalEpoch") and s."uptoXid" >= j.xid))`;

/** Something worth remembering that changed no document: an export, a look at a sealed thing. */
export async function note(
  db: Db,
  what: {
    at: string;
    me: Me;
    entity: string;
    action: string;
    changes: readonly { p: string; o: unknown; n: unknown }[];
    requestId: string;
    ip: string | null;
  },
): Promise<void> {
  await db.noting(() =>
    db.query(
      `insert into "Journal" (at, "userId", "userName", "onBehalfOf", "responsibilityId", entity, "docId", action, changes, "requestId", ip) values ($1, $2, $3, $10, $4, $5, '-', $6, $7, $8, $9)`,
      [
        what.at,
        what.me.userId,
        accountOf(what.me),
        what.me.responsibilityId,
        what.entity,
        what.action,
        JSON.stringify(what.changes),
        what.requestId,
        what.ip,
        what.me.lentBy?.userId ?? null,
      ],
    ),
  );
}

interface SealRow {
  readonly no: number;
  readonly at: string;
  readonly upto: string;
  readonly rows: readonly number[];
  readonly hashes: readonly string[];
  readonly head: string;
}

interface Unsealed {
  readonly no: number;
  readonly text: string;
  readonly xid: string;
}

const rowText = `row_to_json(j.*)::text`;
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Seals journal rows of finished transactions into the chain; takes no lock a writer needs. Answers how many. */
export async function seal(db: Db, now: Date, most = 5_000): Promise<number> {
  return db.tx(async (tx) => {
    const free = await tx.one<{ got: boolean }>(`select pg_try_advisory_xact_lock(${locks.seal}) as got`);
    if (!free?.got) return 0;
    const epoch = (await tx.one<{ no: number; startNo: number }>(
      `select no, "startNo"::int as "startNo" from "JournalEpoch" order by no desc limit 1`,
    ))!;
    const last = await tx.one<{ head: string; upto: string }>(
      `select head, (case when epoch = $1 then "uptoXid" else '0'::xid8 end)::text as upto from "JournalSeal" order by no desc limit 1`,
      [epoch.no],
    );
    const horizon = (await tx.one<{ x: string }>("select pg_snapshot_xmin(pg_current_snapshot())::text as x"))!.x;
    const unsealed = `select j.no::int, ${rowText} as text, j.xid::text as xid from "Journal" j where j.no > $1`;
    const rows = await tx.query<Unsealed>(`${unsealed} and j.xid < $2::xid8 and j.xid > $3::xid8 order by j.xid, j.no limit $4`, [
      ...[epoch.startNo, horizon, last?.upto ?? "0", most],
    ]);
    if (rows.length === 0) return 0;
    // A full batch may end in the middle of a transaction: the rest of that transaction waits for the next batch. One that is larger than a batch, as an import is, is sealed by itself.
    const begun = rows.length < most ? rows : rows.filter((r) => r.xid !== rows.at(-1)!.xid);
    const whole = begun.length
      ? begun
      : await tx.query<Unsealed>(`${unsealed} and j.xid = $2::xid8 order by j.no`, [epoch.startNo, rows[0]!.xid]);
    const hashes = whole.map((r) => digest(r.text));
    const at = now.toISOString();
    const upto = whole.at(-1)!.xid;
    const head = digest([last?.head ?? "", at, upto, ...hashes].join("\n"));
    await tx.query(`insert into "JournalSeal" (at, "uptoXid", rows, hashes, head, epoch) values ($1, $2::xid8, $3, $4, $5, $6)`, [
      at,
      upto,
      whole.map((r) => r.no),
      hashes,
      head,
      epoch.no,
    ]);
    return whole.length;
  });
}

export interface Verdict {
  readonly rows: number;
  readonly seals: number;
  readonly head: string;
  readonly unsealed: number;
  /** The first thing that does not fit: a changed or missing row, or a seal that does not follow from the one before. */
  readonly broken: { readonly seal: number; readonly row: number | null; readonly what: "changed" | "missing" | "added" | "chain" } | null;
}

/** Reads the whole chain again and names the first row that was bent. */
export async function verifyJournal(db: Db): Promise<Verdict> {
  let head = "";
  let rows = 0;
  let seals = 0;
  let at = 0;
  for (;;) {
    const batch = await db.query<SealRow>(
      `select no::int, at, "uptoXid"::text as upto, rows, hashes, head from "JournalSeal" where no > $1 order by no limit 50`,
      [at],
    );
    if (batch.length === 0) break;
    for (const sealRow of batch) {
      const broken = await verifySeal(db, sealRow, head);
      if (broken) return { rows, seals, head, unsealed: 0, broken };
      head = sealRow.head;
      at = sealRow.no;
      seals += 1;
      rows += sealRow.rows.length;
    }
  }
  const added = await db.one<{ no: number }>(
    `select j.no::int as no from "Journal" j where j.no > (select max("startNo") from "JournalEpoch") and ${isSealed} and j.no not in (select unnest(rows) from "JournalSeal") order by j.no limit 1`,
  );
  if (added) return { rows, seals, head, unsealed: 0, broken: { seal: at, row: added.no, what: "added" } };
  const open = await db.one<{ n: number }>(`select count(*)::int as n from "Journal" j where not ${isSealed}`);
  return { rows, seals, head, unsealed: open!.n, broken: null };
}

async function verifySeal(db: Db, sealRow: SealRow, before: string): Promise<Verdict["broken"]> {
  const numbers = sealRow.rows.map(Number);
  const found = new Map(
    (
      await db.query<{ no: number; text: string }>(`select j.no::int, ${rowText} as text from "Journal" j where j.no = any($1)`, [numbers])
    ).map((r) => [r.no, r.text]),
  );
  for (const [i, no] of numbers.entries()) {
    const text = found.get(no);
    if (text === undefined) return { seal: sealRow.no, row: no, what: "missing" };
    if (digest(text) !== sealRow.hashes[i]) return { seal: sealRow.no, row: no, what: "changed" };
  }
  return digest([before, sealRow.at, sealRow.upto, ...sealRow.hashes].join("\n")) === sealRow.head
    ? null
    : { seal: sealRow.no, row: null, what: "chain" };
}
