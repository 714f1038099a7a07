import type { Entity } from "../../entity.ts";
import { entityCall } from "../page/entityCall.ts";

const most = 5000;

/** All rows of a question, page by page; more than the limit of pages is cut and said. */
export async function listAll<R>(
  entity: Entity,
  query: object = {},
  pages = 4,
): Promise<{ readonly rows: readonly R[]; readonly cut: boolean }> {
  const rows: R[] = [];
  for (let index = 1; index <= pages; index++) {
    const { data } = await entityCall.page(entity, { pageIndex: index, pageRows: most, count: "none", ...query });
    rows.push(...(data as readonly unknown[] as readonly R[]));
    if (data.length < most) return { rows, cut: false };
  }
  return { rows, cut: true };
}
