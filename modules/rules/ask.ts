import { perProduct } from "#kernel/declared.ts";
import type { Inputs } from "#kernel/expression/run.ts";
import { make, type Effect, type Find } from "#kernel/rule.ts";
import { houseZone } from "#kernel/time.ts";
import { ask, type Decision } from "./engine/decide.ts";
import type { Cells, RuleSet } from "./engine/rule-set.ts";
import { ruleDecisionLog, ruleSet } from "./rule-set.entity.ts";
import { engineSet } from "./stored.ts";

/** Which record a decision is about. */
export interface RuleBiz {
  readonly bizType: string;
  readonly bizId: string;
}

export interface AskOptions {
  /** Taken where neither a row nor the rule set answers; the family's own default otherwise. */
  readonly defaults?: Cells;
  readonly biz?: RuleBiz;
}

/** The moment a rule is asked at; `zone` decides which day it is. */
export interface AskMoment {
  readonly now: string;
  readonly zone?: string;
}

/** A decision together with what was asked, so that it can be written down. */
export interface Asked extends Decision {
  readonly asked: { readonly inputs: Inputs; readonly biz: RuleBiz | null; readonly at: string };
}

const ownZone = houseZone;
const read = new WeakMap<Find, Map<string, Promise<readonly RuleSet[]>>>();

/** Sets that were read once are kept as long as their version is: preparing a table costs more than asking it. */
const made = perProduct(() => new Map<string, RuleSet>());
const mostMade = 500;

function kept(find: Find, key: string, make: () => RuleSet): RuleSet {
  const known = made(find.declared);
  const found = known.get(key);
  if (found) return found;
  if (known.size >= mostMade) known.delete(known.keys().next().value!);
  const fresh = make();
  known.set(key, fresh);
  return fresh;
}

/** The published versions of a code. Read once for each action, so that every line of a document is judged by the same rules, in every process by the newest. */
async function versionsOf(find: Find, ruleCode: string): Promise<readonly RuleSet[]> {
  const known = read.get(find) ?? new Map<string, Promise<readonly RuleSet[]>>();
  read.set(find, known);
  const found =
    known.get(ruleCode) ??
    find
      .where(ruleSet, { ruleCode, status: "EFFECTIVE" })
      .then((docs) => docs.map((doc) => kept(find, `${doc.id}:${doc.versionNum}`, () => engineSet(doc))));
  known.set(ruleCode, found);
  return found;
}

/**
 * Asks the rules of a code from inside another rule's `reads`. It never refuses: without rules, without a row that applies, or with
 * broken rules the default is answered and the decision says so. `logDecision` writes it down in the same transaction.
 */
export async function askRule(find: Find, ruleCode: string, inputs: Inputs, at: AskMoment, options: AskOptions = {}): Promise<Asked> {
  const versions = await versionsOf(find, ruleCode);
  const moment = { now: at.now, zone: at.zone ?? ownZone };
  const decision = ask(ruleCode, versions, inputs, moment, options.defaults ? { defaults: options.defaults } : {});
  return { ...decision, asked: { inputs, biz: options.biz ?? null, at: at.now } };
}

/** The fields of a decision's line in the log. */
export const logFields = (decision: Asked): Record<string, unknown> => ({
  ruleCode: decision.ruleCode,
  version: decision.version,
  bizType: decision.asked.biz?.bizType ?? null,
  bizId: decision.asked.biz?.bizId ?? null,
  askedAt: decision.asked.at,
  usedDefault: decision.usedDefault ? "Y" : "N",
  inputs: decision.asked.inputs,
  outputs: decision.outputs,
  matched: decision.matched,
  explanation: decision.explanation,
  problems: decision.problems,
  faultCode: decision.fault?.code ?? null,
  steps: decision.steps,
});

/** Writes a decision down together with whatever it decided. */
export const logDecision = (decision: Asked, at: { newId(): string }): Effect => make(ruleDecisionLog, at.newId(), logFields(decision));
