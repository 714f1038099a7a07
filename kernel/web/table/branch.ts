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

/** Reads the branches at hand once more; what is open stays open, and the old rows stay until the new ones are here. */
export function rereadBranches(core: Core): void {
  const { getState: get, setState: set } = core.state;
  const tree = core.config.tree;
  if (tree?.load === undefined) return;
  const known = [...get().rows, ...[...get().branches.values()].flatMap((branch) => branch.rows)];
  for (const row of known) {
    const key = core.keyOf(row);
    if (!get().branches.has(key)) continue;
    tree.load(row).then(
      (rows) => set({ branches: new Map(get().branches).set(key, { rows, phase: "ready" }) }),
      (cause: unknown) => core.log("branch not loaded", cause),
    );
  }
}
