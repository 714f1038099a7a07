import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** Gives the rules of a product what closes sensitive numbers and tells equal ones. */
export function bringKeys({ declared }: Pick<Kernel, "declared">, { keys }: Pick<Gate, "keys">): void {
  declared.seal.bring({
    close: (text, binding) => keys.seal(text, binding),
    open: (text, binding) => (text.startsWith("m1.") ? (keys.unseal(text, binding)?.toString("utf8") ?? null) : text),
    mark: (text) => keys.mac("supplier", text),
  });
}
