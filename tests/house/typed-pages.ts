/** Modules whose pages still read declared fields by name as text. The list only gets shorter: whoever types the pages of a module takes it out. */
export const untypedModules: ReadonlySet<string> = new Set(["admin", "lifecycle"]);

/** Reads of declared fields whose entity is known only at run time, with the reason. */
export const readAtRunTime: ReadonlyMap<string, string> = new Map([
  ["modules/order/parts/places.tsx", "the site of a supplier belongs to another module, whose declaration is loaded by name"],
]);
