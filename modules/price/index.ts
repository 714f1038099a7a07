import { joined, module } from "#kernel/module.ts";
import { sources } from "./sources.ts";
import { agreements } from "./agreements.ts";

/** Who may supply what, and at which price. */
export const price = module("price", "价格与货源", "Prices and sources", joined(sources, agreements));
