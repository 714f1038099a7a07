import { entities } from "virtual:declared-entities";
import type { Entity } from "../../entity.ts";
import { companions } from "../../entity.ts";
import type { Field } from "../../field.ts";
import type { Row } from "../../page-document.ts";
import { nothing } from "../../page-format.ts";
import { call } from "../call.ts";
import type { FixPlace } from "../call-error.ts";

/** A record as a picker offers it: what it is known by, and whatever else its entity shows there. */
export interface PickedRecord extends Row {
  readonly id: string;
  readonly code?: string;
  readonly name?: string;
}

/** Why there is nothing to choose beside what is chosen already, and where that is changed. */
export interface NoneReason {
  readonly msg: string;
  readonly fix?: FixPlace;
}

export interface RecordPage {
  readonly rows: readonly PickedRecord[];
  readonly count: number;
  readonly none?: NoneReason | undefined;
}

/** What the browser knows of an entity without loading its file. */
export const targetOf = (name: string | undefined) => (name === undefined ? undefined : entities[name]);

export async function loadEntity(name: string): Promise<Entity | undefined> {
  const { homes } = await import("virtual:declared-homes");
  return homes[name]?.();
}

const addressOf = (target: string, call: string): string =>
  `${targetOf(target)?.service ?? "srmServer"}/v1/${target.charAt(0).toLowerCase()}${target.slice(1)}Restful/${call}`;

/** Records a person may refer to, found by code or name. */
export async function findRecords(
  target: string,
  ask: {
    readonly text?: string;
    readonly where?: Row | undefined;
    readonly ids?: readonly string[];
    /** What it has to go with, as `goesWith` says it. */
    readonly fits?: readonly [fit: string, of: string] | undefined;
    readonly pageIndex?: number;
    readonly pageRows?: number;
  },
  signal?: AbortSignal,
): Promise<RecordPage> {
  // A reference to what this installation does not have is shown by its id; nobody is asked.
  if (targetOf(target) === undefined) return { rows: [], count: 0 };
  const { where, fits, ...rest } = ask;
  const body = {
    pageIndex: 1,
    pageRows: 20,
    ...rest,
    ...(fits ? { fits } : {}),
    ...(where && Object.keys(where).length > 0 ? { where } : {}),
  };
  const reply = await call<PickedRecord[]>(addressOf(target, "pickByPage"), body, signal ? { signal } : {});
  const { none } = reply as { none?: NoneReason };
  return { rows: reply.data, count: reply.page?.count ?? reply.data.length, none };
}

/** What a row learns when a record is chosen: its id, and the code and name it is shown by. */
export function chosenPatch(key: string, record: PickedRecord | null): Row {
  const { code, name } = companions(key);
  return { [key]: record?.id ?? null, [code]: record?.code ?? null, [name]: record?.name ?? null };
}

/** The names of a reference as they travelled beside its id. */
export function referredBy(key: string, row: Row): { readonly id: string; readonly code: string; readonly name: string } {
  const { code, name } = companions(key);
  const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
  return { id: text(row[key]), code: text(row[code]), name: text(row[name]) };
}

/** A record in words, for whoever hears the page as for whoever reads it: its name and code, never its id. */
export const recordText = ({ name, code }: Pick<PickedRecord, "name" | "code">): string =>
  name && code ? `${name} ${code}` : name || code || nothing;

/** The page a reference leads to, when there is one. */
export function hrefOf(field: Pick<Field, "target">, id: string): string | undefined {
  const pages = targetOf(field.target)?.pages;
  return id && pages?.edit ? `/main/${pages.edit}?id=${encodeURIComponent(id)}` : undefined;
}
