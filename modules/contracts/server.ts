import { randomBytes } from "node:crypto";
import { LocalSigningHouse } from "#bridges/contract-esign.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { executionSide } from "./execution/side.calls.ts";
import { careSide } from "./server/renewal.ts";
import { warningSide } from "./server/warnings.ts";
import { watermarkSide } from "./server/watermarks.ts";
import { signingSide } from "./signing/side.calls.ts";
import { textSide } from "./text/side.calls.ts";

// Without a configured secret the stand-in of the outside provider answers only itself, as long as the process lives.
const secret = randomBytes(32).toString("hex");
const houses = new WeakMap<object, LocalSigningHouse>();

/** The stand-in of this installation. */
export function houseOf({ kernel, env }: Pick<Premises, "kernel" | "env">): LocalSigningHouse {
  const house = houses.get(kernel) ?? new LocalSigningHouse(env["ESIGN_SECRET"] || secret);
  houses.set(kernel, house);
  return house;
}

const parts: readonly Omit<Side, "code">[] = [signingSide(houseOf), textSide, executionSide, warningSide, watermarkSide, careSide];

/** What contracts answer and do by themselves: the server halves of their parts. */
export const contractsSide: Side = {
  code: "contracts",
  ships: parts.flatMap((part) => part.ships ?? []),
  answers: parts.flatMap((part) => part.answers ?? []),
  needs: Object.assign({}, ...parts.map((part) => part.needs)),
  calls: (at) => parts.flatMap((part) => part.calls?.(at) ?? []),
  programs: (at) => Object.assign({}, ...parts.map((part) => part.programs?.(at))),
  start: (at) => {
    const stops = parts.flatMap((part) => part.start?.(at) ?? []);
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};
