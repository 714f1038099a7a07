import type { Chooser } from "../../chooser.ts";
import type { Action, Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { callPath } from "../../page.ts";
import type { Form } from "../../seen.ts";
import type { Text } from "../../text.ts";
import { call } from "../call.ts";
import { toast } from "../message.ts";
import { tellChanged } from "../page/changes.ts";
import { handOver } from "../page/edit/handOver.ts";
import { openPage } from "../router.ts";

/** The entity that is created and the action that creates it from chosen rows. */
export interface FromOf<E extends Entity = Entity> {
  readonly entity: E;
  readonly action: string;
}

export const actionOf = ({ entity, action }: FromOf): Action & { readonly chooses: Chooser } => entity.actions[action];

/** What of the offered rows is chosen: rows with quantities and, where all that match are meant, the filters they match. */
export interface Choice {
  readonly chosen: readonly Row[];
  readonly matching?: Row;
}

type DraftLine<E extends Entity> = string extends keyof E["lines"] ? Row : Form<E["lines"]["lines"]>;

/** One document that would be created. */
export interface Group<E extends Entity = Entity> {
  readonly key: string;
  readonly rows: number;
  readonly qty: string;
  /** One of its rows. */
  readonly row: Row;
  readonly head: Row;
  readonly lines: readonly DraftLine<E>[];
}

interface RowRefusal {
  readonly source: string;
  readonly id: string;
  readonly code: string;
  readonly msg: string;
}

export interface Preview {
  readonly groups: readonly Group[];
  readonly refusals: readonly RowRefusal[];
  /** The most rows that are taken at once. */
  readonly most: number;
}

export interface Offered {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** The rows that may be chosen, from a place on. */
export async function offeredRows(of: FromOf, query: Row, after: string | null): Promise<Offered> {
  const reply = await call<readonly Row[]>(callPath(of.entity, actionOf(of).chooses.list), { ...query, ...(after ? { after } : {}) });
  return { rows: reply.data, next: (reply as { readonly next?: string }).next ?? null };
}

export const previewOf = async (of: FromOf, { chosen, matching }: Choice): Promise<Preview> =>
  (await call<Preview>(callPath(of.entity, actionOf(of).chooses.preview), matching ? { ...matching } : { chosen })).data;

/** Creates the documents and tells the pages that list them. */
export async function createFrom(of: FromOf, choice: Choice, input: Row): Promise<readonly Row[]> {
  const { data } = await call<readonly Row[]>(callPath(of.entity, of.action), { ...input, ...choice });
  tellChanged({ entity: of.entity.name, id: "" });
  return data;
}

let count = 0;

/** Opens the page of a new document that begins with this draft. */
export function openDraft({ entity, action }: FromOf, { head, lines }: Pick<Group, "head" | "lines">): Promise<void> {
  const from = `${action}-${++count}`;
  const [collection = "lines"] = Object.keys(entity.lines as Row);
  handOver(`copy:${from}`, { ...head, [collection]: lines });
  return openPage({ path: entity.pages!.edit!, query: { from } });
}

/** Opens the page of the one document that these rows become. */
export async function startFrom(of: FromOf, chosen: readonly Row[]): Promise<void> {
  try {
    const { groups, refusals } = await previewOf(of, { chosen });
    if (groups.length === 1) return await openDraft(of, groups[0]!);
    const [first] = refusals;
    if (groups.length > 1) toast.error(severalDocuments);
    else toast.info(first ? [first.msg, first.msg] : nothingLeft);
  } catch (error) {
    toast.error(error);
  }
}

export const severalDocuments: Text = [
  "所选行属于多张单据，请只选择同一张单据的行",
  "The selected rows belong to different documents. Select rows of one document",
];
export const nothingLeft: Text = ["所选行目前没有可用数量", "Nothing is left of the selected rows"];
