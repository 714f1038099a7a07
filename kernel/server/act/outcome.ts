import { companions, type Entity, type Me } from "../../entity.ts";
import { inBoth, say } from "../../text.ts";
import { acted, titleKey, type Attempt, type ChangedDocument, type Command, type Doer, type Outcome } from "./attempt.ts";
import type { Finder } from "../find/find.ts";
import type { Entry } from "./flush.ts";
import { accountOf } from "../journal/journal.ts";
import { masked, present, type Row } from "../find/visible.ts";
import type { FieldChange, Tracked, WorkingSet } from "./working.ts";

/** New rows keep their stamps; changed ones say who and when; a document's version rises with any change in it. */
export function stamp(ws: WorkingSet, t: Tracked, userId: string, now: string): void {
  if (t.before && !t.removed && ws.isTouched(t)) {
    t.row["lastUpdatedBy"] = userId;
    t.row["lastUpdateDate"] = now;
    t.row["versionNum"] = (t.before["versionNum"] as number) + 1;
  }
  for (const child of t.children) if (ws.isTouched(child)) stamp(ws, child, userId, now);
}

export function summary(ws: WorkingSet, root: Tracked): ChangedDocument {
  const { entity: e, row } = root;
  const number: unknown = e.number ? row[e.number[0]] : row[e.title[0]!];
  return {
    entity: e,
    id: row["id"],
    number: number === undefined || number === null ? null : String(number),
    made: root.before === null,
    removed: root.removed,
    changes: ws.changes(root),
  };
}

/** Secrets never enter the journal; masked fields enter masked. */
const journalled = ({ entity, key, path, old, new: value }: FieldChange): { p: string; o: unknown; n: unknown } => ({
  p: path,
  o: masked(entity, key, old),
  n: masked(entity, key, value),
});

/** What asks for a proof of identity says in the journal that there was one, and which. */
const provenBy = ({ doer, proofs }: Attempt, root: Tracked): { p: string; o: null; n: string }[] =>
  proofs.has(root) && doer.proof ? [{ p: "$proven", o: null, n: doer.proof.way }] : [];

/** One line of the journal: who did what to which document, what was before and after, and why. */
export function entryOf(attempt: Attempt, root: Tracked, changed: ChangedDocument): Entry {
  const { doer, command, at, verbs } = attempt;
  const { userId, responsibilityId, lentBy } = doer.me;
  return {
    at: at.now,
    userId,
    userName: accountOf(doer.me),
    onBehalfOf: lentBy?.userId ?? null,
    responsibilityId,
    entity: root.entity.name,
    docId: root.row["id"],
    docNum: changed.number,
    action: verbs.get(root) ?? `${command.entity.name}.${command.action}`,
    why: command.reason ?? null,
    changes: [...changed.changes.map(journalled), ...provenBy(attempt, root)],
    requestId: doer.requestId,
    ip: doer.ip,
  };
}

export function outcomeOf(attempt: Attempt, finder: Finder): Outcome {
  const { ws, doer, notes, foreseen, revealed, told } = attempt;
  const changed = ws.roots.filter((root) => ws.isTouched(root) && !(root.removed && root.before === null)).map((root) => summary(ws, root));
  return {
    documents: attempt.command.bulk ? [] : acted(attempt).map((t) => present(t.entity, shown(attempt, t, doer.me, finder), doer.me.zone)),
    notes,
    foreseen,
    revealed: Object.keys(revealed).length ? revealed : null,
    changed,
    told: told.map((t) => t.event),
  };
}

/** Whose name stands behind a reference, and under which keys code and name are told, where these are no fields of their own. */
interface Behind {
  readonly target: string;
  readonly entity: Entity | undefined;
  readonly stored: { readonly code: string; readonly name: string };
  readonly code: string | null;
  readonly name: string | null;
}

type ShownKey = readonly [key: string, behind: Behind | null];

/** By the keys a reader sees: what is shown of a row is worked out once, not for each of a thousand lines. */
const shownKeys = new WeakMap<ReadonlySet<string>, readonly ShownKey[]>();

function behindOf({ declared }: Attempt, e: Entity, key: string): Behind | null {
  const field = e.fields[key];
  const target = key === "createdBy" || key === "lastUpdatedBy" ? "BaseUsers" : field?.kind === "ref" ? field.target : undefined;
  if (!target) return null;
  const entity = declared.entities.get(target);
  const stored = companions(key);
  const hasCode = (entity?.title.length ?? 0) > 1;
  const [code, name] = [stored.code, stored.name].map((value) => (value in e.fields ? null : value)) as [string | null, string | null];
  return { target, entity, stored, code: hasCode ? code : null, name };
}

/** A document as its caller may see it, with the names behind its references. */
function shown(attempt: Attempt, t: Tracked, me: Me, finder: Finder): Row {
  const { entity: e } = t;
  const visible = finder.visible(e, me);
  const keys = shownKeys.get(visible) ?? [...visible].map((key): ShownKey => [key, behindOf(attempt, e, key)]);
  shownKeys.set(visible, keys);
  const out: Row = {};
  for (const [key, behind] of keys) {
    out[key] = t.row[key] ?? null;
    if (!behind) continue;
    const title = titleOf(attempt, t, key, behind, me);
    if (behind.code) out[behind.code] = title?.code ?? null;
    if (behind.name) out[behind.name] = title?.name ?? null;
  }
  for (const key of Object.keys(e.lines))
    if (me.audience === "internal" || me.audience === "system" || e.shows?.supplier?.includes(key as never))
      out[key] = t.children.filter((c) => c.collection === key && !c.removed).map((c) => shown(attempt, c, me, finder));
  return out;
}

/** Code and name as they stand there already, as the caller's own, or as they were read. */
function titleOf(
  { titles }: Attempt,
  { row, before }: Tracked,
  key: string,
  { target, entity, stored }: Behind,
  me: Me,
): { readonly code: unknown; readonly name: unknown } | undefined {
  const id: unknown = row[key];
  if (before !== null && before[key] === id) return { code: before[stored.code], name: before[stored.name] };
  if (id === me.userId && target === "BaseUsers")
    return { code: me.userName, name: say(inBoth(me.displayName, me.displayNameEn), me.language) };
  return entity && titles.get(titleKey(entity, id));
}

/** The reply text, made once: stored with the change and sent as it is. */
export function replyText(outcome: Outcome, doer: Doer, command: Command): string {
  return JSON.stringify({
    status: "S",
    data: command.bulk
      ? { count: command.part?.of ?? command.targets.length }
      : command.targets.length === 1 && !command.asList
        ? (outcome.documents[0] ?? null)
        : outcome.documents,
    ...(outcome.notes.length ? { notes: outcome.notes.map((n) => ({ code: n.code, msg: say(n.text, doer.me.language) })) } : {}),
    ...(outcome.revealed ? { revealed: outcome.revealed } : {}),
    requestId: doer.requestId,
  });
}
