import { invalid } from "../../check.ts";
import { collections, type Action, type Entity } from "../../entity.ts";
import { isRecent, proofNeeded } from "../../proof.ts";
import { Refusal, refuse } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import type { Effect } from "../../rule.ts";
import { effectsOf, together, type Attempt, type Step } from "./attempt.ts";
import { checkChoices } from "./choices.ts";
import type { Reading } from "../database/db.ts";
import { applyInput, blankRow, recompute, requiredErrors, type DocumentInput } from "./document.ts";
import { Replan } from "./wanted.ts";
import { notFound, permDenied, type Finder } from "../find/find.ts";
import { above } from "./home.ts";
import { newId } from "./id.ts";
import { checkLines, judgesLines } from "../access/line-permits.ts";
import { stale } from "./stale.ts";
import { readChosen } from "../find/titles.ts";
import { waitAnew } from "../home/todo.ts";
import { checkTrees } from "./tree-check.ts";
import { isBusiness, isPerson, ownership, verbOf, wrongState } from "./verb.ts";
import { scopeOf, type Row } from "../find/visible.ts";
import { copyOf, rootOf, type Tracked } from "./working.ts";

export type Inputs = readonly (DocumentInput | Row)[];
type Run = Extract<Effect, { kind: "run" }>;

const deepest = 8;
const nothing: Row = { values: {}, echoes: {}, stamps: {}, lines: {} };
const isSave = (action: string): boolean => action === "saveOrUpdate" || action === "delete";

function versionRequired(path: string): Refusal {
  const text: Text = ["请带上读取时的 versionNum，再保存", "Send the versionNum you read with the change"];
  return refuse("VERSION_REQUIRED", text[0], text[1], { fieldErrors: [{ path: `${path}versionNum`, code: "VERSION_REQUIRED", text }] });
}

/** Takes every decision of an attempt, from reading the documents to the last check; nothing is written here. */
export class Decider {
  readonly #attempt: Attempt;
  readonly #finder: Finder;
  readonly #db: Reading;
  readonly #number: (made: readonly Tracked[]) => Promise<void>;
  /** Which document a refusal is about, where there are many. */
  readonly #places = new Map<Refusal, string>();

  /** Whoever only tries takes no numbers. */
  constructor(attempt: Attempt, finder: Finder, db: Reading, number: (made: readonly Tracked[]) => Promise<void> = async () => undefined) {
    this.#attempt = attempt;
    this.#finder = finder;
    this.#db = db;
    this.#number = number;
  }

  async decide(inputs: Inputs, locks: Promise<void>): Promise<void> {
    const { ws, errors, refusals, saved } = this.#attempt;
    await this.#settle(await this.#begin(inputs, locks));
    if (errors.length) throw invalid(errors);
    if (refusals.length) throw together(refusals, (refusal) => this.#places.get(refusal) ?? "");
    const above = await this.#parents();
    for (const root of ws.roots) if (ws.isTouched(root) && !root.removed) recompute(root, above.get(root) ?? null);
    for (const [tracked, path] of saved) requiredErrors(tracked, errors, path);
    errors.push(...(await checkChoices(this.#attempt, this.#db)));
    await checkLines(this.#attempt, this.#db);
    if (errors.length) throw invalid(errors);
    waitAnew(this.#attempt);
    await checkTrees(this.#attempt, this.#db, (refusal, path) => this.#places.set(refusal, path));
    if (refusals.length) throw together(refusals, (refusal) => this.#places.get(refusal) ?? "");
  }

  /** Reads the documents the caller named, as far as the caller may see them, and checks their version. */
  async #begin(inputs: Inputs, locks: Promise<void>): Promise<Step[]> {
    const { command, doer, ws, facts, declared, homes } = this.#attempt;
    const { entity: e, action, targets, removes = [] } = command;
    const scope = scopeOf(declared, e, doer.me);
    if (scope === null) throw permDenied();
    const ids = [...targets.flatMap((t) => t.id ?? []), ...removes];
    const [checkChosen] = await Promise.all([
      readChosen(this.#attempt, e, action, inputs, this.#db),
      this.#mayChange(e, action),
      locks,
      homes
        ? facts.named(homes.document, [...new Set(homes.ids.values())], "document", scopeOf(declared, homes.document, doer.me) ?? scope)
        : ids.length
          ? facts.named(e, ids, judgesLines(declared, e, doer.me) ? "document" : (verbOf(e, action)?.loads ?? "document"), scope)
          : undefined,
    ]);
    checkChosen();
    const found = (id: string): Tracked => {
      const tracked = ws.get(e, id);
      if (!tracked) throw notFound(e);
      return tracked;
    };
    const going = removes.map((id): Step => ({ tracked: found(id), action: "delete", input: {}, depth: 0, path: "", of: "" }));
    for (const { id, versionNum } of targets) {
      const known = id && versionNum !== undefined ? found(id) : null;
      if (known && versionNum !== known.row["versionNum"]) throw await stale(known, doer.me, facts, this.#finder);
    }
    const steps = targets.map((target, index): Step => {
      const known = target.id ? found(target.id) : null;
      const path = (command.part?.of ?? targets.length) > 1 ? `rows[${index + (command.part?.from ?? 0)}].` : "";
      if (known && target.mustNameVersion && target.versionNum === undefined) throw versionRequired(path);
      const tracked = known ?? this.#blank(e, target.input["parentId"], target.make);
      return { tracked, action, input: inputs[index] as Row, depth: 0, path, of: path };
    });
    // Whoever saves a line saves its document: its state, its people and its rules are asked too.
    const homely = homes && isSave(action) ? [...new Set(homes.ids.values())].flatMap((id) => ws.get(homes.document, id) ?? []) : [];
    const saves = homely.map((tracked): Step => ({ tracked, action: "saveOrUpdate", input: nothing, depth: 0, path: "", of: "" }));
    return [...going, ...steps, ...saves];
  }

  /** People of a company that may only read here change nothing of the business. */
  async #mayChange(e: Entity, action: string): Promise<void> {
    const { doer, declared, facts } = this.#attempt;
    const { audience, supplierId } = doer.me;
    if (audience !== "supplier" || supplierId === null || !declared.readsOnly || !isBusiness(e, verbOf(e, action)!)) return;
    const refusal = await declared.readsOnly(facts, supplierId);
    if (refusal) throw refusal;
  }

  #blank(e: Entity, parentId: unknown, id = newId()): Tracked {
    const { ws, doer, at, declared } = this.#attempt;
    const place = above(declared, e);
    const parent = place ? ws.get(place.entity, String(parentId)) : undefined;
    if (place && !parent) throw notFound(place.entity);
    const under = declared.parent(e) && typeof parentId === "string" ? parentId : undefined;
    const made = ws.make(
      e,
      {
        ...blankRow(e, id, { userId: doer.me.userId, now: at.now, zone: doer.me.zone, newId }, under),
        ...ownership(e, doer.me),
      },
      parent ?? null,
      place?.collection ?? null,
    );
    if (parent && place) (parent.row[place.collection] as Row[]).push(made.row);
    return made;
  }

  /** Decides the steps in order. Facts of all steps are read together; what they run elsewhere is settled one level deeper. */
  async #settle(steps: readonly Step[]): Promise<void> {
    const { refusals, errors, declared, facts, doer, at, submitted } = this.#attempt;
    if (steps.length === 0) return;
    for (const step of steps) this.#prepare(step);
    if (errors.length || refusals.length) return;
    const rules = steps.map((step) => declared.rule(step.tracked.entity, step.action));
    const inputs = steps.map((step, i) =>
      isSave(step.action) ? { before: rules[i] && step.tracked.before ? copyOf(step.tracked) : null } : step.input,
    );
    const read = await Promise.all(
      steps.map((step, i) => rules[i]?.reads?.(step.tracked.row as never, facts, inputs[i], doer.me, at) ?? {}),
    );
    const runs: { run: Run; by: Step }[] = [];
    const submittedBefore = submitted.size;
    for (const [i, step] of steps.entries()) {
      const known = refusals.length;
      for (const effect of effectsOf(rules[i]?.decide(step.tracked.row as never, read[i], inputs[i], doer.me, at), refusals)) {
        if (effect.kind === "run") runs.push({ run: effect, by: step });
        else this.#apply(step, effect);
      }
      const begun = this.#approval(step);
      if (begun && refusals.length === known) {
        runs.push({ run: begun, by: step });
        submitted.add(step.tracked);
      }
      this.#place(known, step);
    }
    if (refusals.length) return;
    // Approvers know a document by its number, also one that is made and submitted in one go.
    await this.#number([...submitted].slice(submittedBefore));
    await this.#load(runs.map((r) => r.run));
    await this.#settle(runs.map(({ run, by }) => this.#bound(run, by)));
  }

  /** An action that submits its document begins the approval of it, in the same transaction. */
  #approval({ tracked, action, depth }: Step): Run | null {
    const { declared, command } = this.#attempt;
    const carries = declared.approvals;
    const { entity: e, row } = tracked;
    if (!carries || !(e.actions as Record<string, Action>)[action]?.approval) return null;
    const made = this.#make(carries.entity, newId(), {}, null, null);
    const isAsked =
      depth === 0 || (command.entity.name === e.name && (e.actions as Record<string, Action>)[command.action]?.submits?.(row) === action);
    const picks = isAsked ? command.targets.find((t) => t.id === row["id"])?.input["chosenApprovers"] : undefined;
    const input = { bizEntity: e.name, bizId: row["id"], submitAction: action, picks: picks ?? null, reason: command.reason ?? null };
    return { kind: "run", entity: carries.entity, id: made.row["id"], action: carries.begin, input };
  }

  /** Remembers which of many documents the refusals since then are about. */
  #place(since: number, { of, depth }: Step): void {
    const { refusals } = this.#attempt;
    for (let i = since; i < refusals.length && of !== ""; i++) {
      const refusal = refusals[i]!;
      // A field of another document means nothing to whoever sent this one.
      if (depth > 0 && refusal.fieldErrors.length) {
        const { code, text, http, data, fix } = refusal;
        refusals[i] = new Refusal(code, text, { http, data, ...(fix ? { fix } : {}) });
      }
      this.#places.set(refusals[i]!, of);
    }
  }

  /** State and person of one step, then the plain part of the action: input, state, removal. */
  #prepare(step: Step): void {
    const { refusals, errors, verbs, saved, ws, doer, at, isOffered } = this.#attempt;
    const { tracked, action, depth } = step;
    const { entity: e, row } = tracked;
    const verb = verbOf(e, action)!;
    const from = verb.from as readonly string[] | undefined;
    const known = refusals.length;
    if (tracked.before && from && !from.includes(row[e.stateField])) refusals.push(wrongState(e, row, verb, step.input));
    if (depth === 0 && tracked.before && !isPerson(doer.me, row, verb.who)) refusals.push(permDenied());
    if (depth === 0 && verb.proof && refusals.length === known) this.#prove(tracked);
    this.#place(known, step);
    if (refusals.length > known) return;
    verbs.set(tracked, action);
    if (action === "delete") ws.remove(tracked);
    else if (action === "saveOrUpdate") {
      saved.set(tracked, step.path);
      applyInput(
        ws,
        tracked,
        step.input as unknown as DocumentInput,
        { userId: doer.me.userId, now: at.now, zone: doer.me.zone, newId },
        step.path,
        errors,
        depth === 0 ? isOffered : undefined,
      );
    } else if (verb.to) row[e.stateField] = verb.to;
  }

  #apply(step: Step, effect: Exclude<Effect, Run>): void {
    const { ws, told, todos, notes, foreseen, asks, revealed } = this.#attempt;
    switch (effect.kind) {
      case "set":
        this.#mustBeLocked(ws.of(effect.row));
        Object.assign(ws.of(effect.row).row, effect.patch);
        return;
      case "add": {
        const parent = ws.of(effect.parent);
        this.#mustBeLocked(parent);
        const made = this.#make(
          (collections(parent.entity) as Record<string, Entity>)[effect.collection]!,
          // A rule whose rows name each other brings their ids.
          typeof effect.draft["id"] === "string" ? effect.draft["id"] : newId(),
          effect.draft,
          parent,
          effect.collection,
        );
        ((parent.row[effect.collection] ??= []) as Row[]).push(made.row);
        return;
      }
      case "drop":
        this.#mustBeLocked(ws.of(effect.row));
        ws.remove(ws.of(effect.row));
        return;
      case "make":
        this.#make(effect.entity, effect.id, effect.draft, null, null, effect.namesLines);
        return;
      case "tell":
        told.push({ event: effect.event, entity: step.tracked.entity.name, docId: step.tracked.row["id"], data: effect.data });
        return;
      case "todo":
        todos.open(effect.type, ws.of(effect.row), effect.todo);
        return;
      case "close":
        todos.close(effect.types, ws.of(effect.row), effect.as, effect.userId ?? null);
        return;
      case "warn":
        (effect.ahead ? foreseen : notes).push({ code: effect.code, text: effect.text, path: step.of });
        return;
      case "ask":
        asks.push({ code: effect.code, text: effect.text, path: step.of });
        return;
      case "prove":
        this.#prove(step.tracked);
        return;
      case "reveal":
        Object.assign(revealed, effect.data);
    }
  }

  /** Only who has just shown password or second factor in this session goes on; the journal says so of the document. */
  #prove(tracked: Tracked): void {
    const { doer, refusals, proofs } = this.#attempt;
    if (doer.me.audience === "system") return;
    if (!isRecent(doer.proof, doer.now)) refusals.push(proofNeeded());
    proofs.add(rootOf(tracked));
  }

  /** A rule may change a document it only read: then it is read again under lock before anything counts. */
  #mustBeLocked(tracked: Tracked): void {
    const root = rootOf(tracked);
    if (root.before === null) return;
    const { facts, locked, declared } = this.#attempt;
    if (above(declared, root.entity)) throw new Error(`${root.entity.name} is a line: read its document to change it`);
    const id = root.row["id"] as string;
    facts.wanted.add(root.entity, id);
    if (locked && !locked.has(root.entity, id)) throw new Replan(root.entity, id);
  }

  /** A document or line that a rule makes, with the lines its draft brings. */
  #make(e: Entity, id: string, draft: Row, parent: Tracked | null, collection: string | null, namesLines?: true): Tracked {
    const { ws, verbs, saved, doer, at } = this.#attempt;
    const given = Object.fromEntries(Object.entries(draft).filter(([key]) => key in e.fields || (key === "parentId" && !parent)));
    const made = ws.make(
      e,
      { ...blankRow(e, id, { userId: doer.me.userId, now: at.now, zone: doer.me.zone, newId }, parent?.row["id"]), ...given },
      parent,
      collection,
    );
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const row of (draft[key] ?? []) as Row[])
        (made.row[key] as Row[]).push(this.#make(line, namesLines ? row["id"] : newId(), row, made, key).row);
    if (!parent) {
      verbs.set(made, "saveOrUpdate");
      saved.set(made, "");
    }
    return made;
  }

  /** Documents that other actions run on: all locked beforehand, all read in one statement per entity. */
  async #load(runs: readonly Run[]): Promise<void> {
    const { ws, facts, locked, declared } = this.#attempt;
    const missing = new Map<Entity, Set<string>>();
    const late: Promise<void>[] = [];
    for (const { entity: e, id } of runs) {
      if (!ws.get(e, id) && above(declared, e)) throw new Error(`${e.name} is a line: run an action of its document`);
      const known = ws.get(e, id);
      if (known?.before === null) continue;
      facts.wanted.add(e, id);
      if (locked && !locked.has(e, id)) late.push(facts.lockLate(e, id));
      if (!known) missing.set(e, (missing.get(e) ?? new Set()).add(id));
    }
    await Promise.all(late);
    await Promise.all([...missing].map(([e, ids]) => facts.fetch(e, [...ids])));
  }

  #bound(run: Run, by: Step): Step {
    const depth = by.depth + 1;
    if (depth > deepest) throw new Error(`actions run each other deeper than ${deepest}: ${run.entity.name}.${run.action}`);
    const tracked = this.#attempt.ws.get(run.entity, run.id);
    if (!tracked || tracked.removed) throw notFound(run.entity);
    const input = run.action === "saveOrUpdate" ? { values: run.input, echoes: {}, stamps: {}, lines: {} } : { ...run.input };
    return { tracked, action: run.action, input, depth, path: "", of: by.of };
  }

  /** A line changed on its own still belongs to a document the caller must see; its computed fields may read it. */
  async #parents(): Promise<Map<Tracked, Row>> {
    const { ws, declared, facts, saved, doer } = this.#attempt;
    const found = new Map<Tracked, Row>();
    for (const root of [...ws.roots]) {
      const parent = declared.parent(root.entity)?.entity;
      if (!parent || root.removed || !ws.isTouched(root)) continue;
      const row = await facts.maybe(parent, root.row["parentId"] ?? null);
      const isNew = root.before === null && saved.has(root);
      if (!row || (isNew && !(await this.#finder.isOwn(parent, row.id, doer.me, this.#db)))) throw notFound(parent);
      found.set(root, row);
    }
    return found;
  }
}
