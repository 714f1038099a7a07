import { bringSeal } from "#kernel/seal.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";

/** Gives the rules what closes sensitive numbers and tells equal ones. */
export function bringKeys({ keys }: Pick<Gate, "keys">): void {
  bringSeal({
    close: (text, binding) => keys.seal(text, binding),
    open: (text, binding) => (text.startsWith("m1.") ? (keys.unseal(text, binding)?.toString("utf8") ?? null) : text),
    mark: (text) => keys.mac("supplier", text),
  });
}
