import type { Scope, Where } from "./entity.ts";

/** Rows whose field names something within the scope; whoever is limited sees no row that names nothing. */
export const permittedBy = (key: string, scope: Scope): Where =>
  scope === "all" ? {} : { all: [{ [key]: { not: null } }, { [key]: scope }] };
