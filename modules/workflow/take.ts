import type { Moment } from "#kernel/rule.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Answers } from "./answers.ts";
import type { Definition } from "./engine/definition.ts";
import type { Effect } from "./engine/effect.ts";
import type { Event, EventOf } from "./engine/event.ts";
import { predict, predictStart, type Foreseen } from "./engine/predict.ts";
import { questionKey, type Question } from "./engine/question.ts";
import type { Instance, State } from "./engine/state.ts";
import { step } from "./engine/step.ts";

export interface Taken {
  readonly state: State;
  readonly effects: readonly Effect[];
}

const mostTurns = 200;

/** Takes one step, asking as often as the engine wants to know something; a refusal comes back as one. */
export async function take(
  definition: Definition,
  state: State | null,
  event: Event,
  at: Pick<Moment, "now">,
  answers: Answers,
): Promise<Taken | Refusal> {
  const known: Record<string, unknown> = {};
  for (let turn = 0; turn < mostTurns; turn++) {
    const taken = step(definition, state, event, { now: at.now, answers: known });
    if ("refusal" in taken) return taken.refusal;
    if (!("needs" in taken)) return taken;
    const { needs, instance } = taken;
    const rows = await Promise.all(needs.map((question) => answers.answer(question, instance)));
    needs.forEach((question, i) => (known[questionKey(question)] = rows[i]));
  }
  throw new Error(`process ${definition.key} asks without end`);
}

class Unknown {
  readonly question: Question;
  readonly instance: Instance;
  constructor(question: Question, instance: Instance) {
    this.question = question;
    this.instance = instance;
  }
}

/** The engine looks ahead without waiting; what it does not know yet is found out and the look begins anew. */
async function ahead(
  answers: Answers,
  look: (answer: (question: Question, instance: Instance) => unknown) => readonly Foreseen[],
): Promise<readonly Foreseen[]> {
  const known = new Map<string, unknown>();
  for (let turn = 0; turn < mostTurns; turn++) {
    try {
      return look((question, instance) => {
        const key = `${questionKey(question)}|${instance.round}`;
        if (!known.has(key)) throw new Unknown(question, instance);
        return known.get(key);
      });
    } catch (missing) {
      if (missing instanceof Refusal) return [];
      if (!(missing instanceof Unknown)) throw missing;
      known.set(`${questionKey(missing.question)}|${missing.instance.round}`, await answers.foresee(missing.question, missing.instance));
    }
  }
  return [];
}

/** The way ahead of a running instance, as far as rules can say today. */
export const foreseen = (definition: Definition, state: State, answers: Answers): Promise<readonly Foreseen[]> =>
  ahead(answers, (answer) => predict(definition, state, answer));

/** The way of a document that is not submitted yet. */
export const foreseenStart = (definition: Definition, event: EventOf<"start">, at: Pick<Moment, "now">, answers: Answers) =>
  ahead(answers, (answer) => predictStart(definition, event, at.now, answer));
