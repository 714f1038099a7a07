import type { Row } from "#kernel/table.ts";
import type { Branch, Core } from "./model.ts";

/** Opens or closes what is below a row; a branch that is not at hand is fetched once, and again after a failure. */
export function toggleBranch(core: Core, row: Row, load: ((row: Row) => Promise<readonly Row[]>) | undefined): void {
  const { getState: get, setState: set } = core.state;
  const key = core.keyOf(row);
  const open = new Set(get().open);
  if (!open.delete(key)) open.add(key);
  set({ open });
  const known = get().branches.get(key);
  if (!open.has(key) || load === undefined || (known !== undefined && known.phase !== "failed")) return;
  const put = (branch: Branch) => set({ branches: new Map(get().branches).set(key, branch) });
  put({ rows: [], phase: "loading" });
  load(row).then(
    (rows) => put({ rows, phase: "ready" }),
    (cause: unknown) => {
      core.log("branch not loaded", cause);
      put({ rows: [], phase: "failed" });
    },
  );
}
