import type { Command, Outcome } from "../act/attempt.ts";
import type { Inputs } from "../act/decide.ts";

/** Lets others have a word. */
export const pause = (): Promise<void> => new Promise((go) => setImmediate(go));

/** A long command piece by piece; its request is remembered with the last one. */
export function partsOf(command: Command, inputs: Inputs): (readonly [part: Command, inputs: Inputs, isLast: boolean])[] {
  const { targets, inParts = targets.length, key, removes } = command;
  if (targets.length <= inParts) return [[command, inputs, true]];
  return Array.from({ length: Math.ceil(targets.length / inParts) }, (_, i) => {
    const [from, to] = [i * inParts, (i + 1) * inParts];
    const isLast = to >= targets.length;
    const piece = { targets: targets.slice(from, to), part: { from, of: targets.length } };
    return [
      { ...command, ...piece, key: isLast ? key : undefined, removes: i === 0 ? removes : undefined },
      inputs.slice(from, to),
      isLast,
    ] as const;
  });
}

/** What the pieces did, as one outcome. */
export const joined = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.length === 1
    ? outcomes[0]!
    : {
        ...outcomes.at(-1)!,
        documents: outcomes.flatMap((outcome) => outcome.documents),
        notes: outcomes.flatMap((outcome) => outcome.notes),
        changed: outcomes.flatMap((outcome) => outcome.changed),
        told: outcomes.flatMap((outcome) => outcome.told),
      };
