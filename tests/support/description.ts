import { declare } from "#kernel/declared.ts";
import { adminCalls } from "#kernel/server/admin/calls.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { fileCalls } from "#kernel/server/file/calls.ts";
import { gateCalls } from "#kernel/server/gate/calls.ts";
import { openapi } from "#kernel/server/http/openapi.ts";
import { platformCalls } from "#kernel/server/http/platform-calls.ts";
import { exportCalls } from "#kernel/server/sheet/export-calls.ts";
import { importCalls } from "#kernel/server/sheet/import-calls.ts";
import { modules } from "#modules/index.ts";
import { sides } from "#modules/server.ts";

/** Stands for every part of a running product that calls are made with but that is not asked before one of them is called. */
const nothing: any = new Proxy(() => undefined, {
  get: (_, key) =>
    key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? () => [][Symbol.iterator]() : key === "then" ? undefined : nothing,
  apply: () => nothing,
  construct: () => nothing,
});

/** Every call of the product and its description, without a database: a call declares itself before it is called. */
export function describe(): { readonly calls: readonly Call[]; readonly description: any } {
  const declared = declare(modules);
  const kernel: any = new Proxy({ declared }, { get: (own: any, key) => own[key] ?? nothing });
  const beside = { gate: nothing, files: nothing, push: nothing, clock: { now: () => new Date(0) } };
  const premises: any = { ...beside, kernel, env: {}, databaseUrl: "", dataDir: "", publicUrl: "", calls: () => [] };
  const calls = [
    ...gateCalls(nothing),
    ...platformCalls(kernel),
    ...fileCalls(nothing),
    ...exportCalls({ ...premises, exports: nothing, imports: nothing }),
    ...importCalls({ ...premises, exports: nothing, imports: nothing }),
    ...adminCalls(kernel, nothing),
    ...sides.flatMap((side) => side.calls?.(premises) ?? []),
  ] as Call[];
  return { calls, description: JSON.parse(JSON.stringify(openapi(declared, calls, "0.0.0", "https://srm.test"))) };
}
