import type { Entity, Me } from "../../entity.ts";
import type { Command, Target } from "../act/attempt.ts";
import type { Reading } from "../database/db.ts";
import { q } from "../database/schema.ts";
import { ownership } from "../act/verb.ts";
import type { Row } from "./visible.ts";

/** A value that can stand in a key: what is of another kind is for the check of the input to refuse. */
const isKey = (value: unknown): boolean => value === undefined || value === null || (typeof value === "string" && !value.includes("\0"));

/** What a saved row is known by: its owner and the fields it brings; null where it does not bring them all. */
function valuesOf(e: Entity, fields: readonly string[], { input }: Target, me: Me): readonly unknown[] | null {
  const row: Row = { ...input, ...ownership(e, me) };
  if (!fields.every((key) => isKey(row[key]))) return null;
  return fields.every((key) => e.fields[key]?.computed || row[key] !== undefined) ? fields.map((key) => row[key] ?? null) : null;
}

/** Saving a row whose last save wins means the row that bears its key, whatever the caller read before: two windows of one person never stand in each other's way. */
export async function byKey(command: Command, me: Me, db: Reading): Promise<Command> {
  const { entity: e, action, targets } = command;
  const fields: readonly string[] | undefined = e.unique?.find((candidate) => candidate.lastWins)?.fields;
  if (fields === undefined || action !== "saveOrUpdate") return command;
  const keys = targets.map((target) => valuesOf(e, fields, target, me));
  const asked = keys.filter((key) => key !== null);
  if (asked.length === 0) return command;
  const values: unknown[] = [];
  const bears = (key: readonly unknown[]): string =>
    fields.map((field, i) => (key[i] === null ? `${q(field)} is null` : `${q(field)} = $${values.push(key[i])}`)).join(" and ");
  const rows = await db.query<Row>(
    `select id, ${fields.map(q).join(", ")} from ${q(e.name)} where ${asked.map((key) => `(${bears(key)})`).join(" or ")}`,
    values,
  );
  return { ...command, targets: targets.map((target, i) => found(target, fields, keys[i] ?? null, rows)) };
}

/** A target by the id of the row that bears its key; which version was read is no question then. */
function found(target: Target, fields: readonly string[], key: readonly unknown[] | null, rows: readonly Row[]): Target {
  const row = key && rows.find((candidate) => fields.every((field, i) => candidate[field] === key[i]));
  return row ? { ...target, id: String(row["id"]), versionNum: undefined, mustNameVersion: undefined } : target;
}

/** Whether the keys of a command lead to other rows than a moment ago: somebody made or removed one. */
export const leadsElsewhere = (before: Command, now: Command): boolean => before.targets.some(({ id }, i) => id !== now.targets[i]!.id);
