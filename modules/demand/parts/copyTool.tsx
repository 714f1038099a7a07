import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import { copyDocument } from "#kernel/web/page/edit/copyDocument.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { openPage } from "#kernel/web/router.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { Copy } from "lucide-react";

/** A new document that begins as a copy of this one, for whoever may copy and write such documents. */
export function copyTools<E extends Entity>(
  entity: E,
  path: string,
  { id }: { readonly id: string },
  { viewer }: Pick<ListContext, "viewer">,
): readonly RowAction<Seen<E>>[] {
  if (!viewer.may("btnCopy") || !viewer.may("btnAdd")) return [];
  const copy = async (): Promise<void> => {
    const { menuId } = viewer as PageViewer;
    handOver(`copy:${id}`, await copyDocument(entity, await entityCall.find(entity, id)));
    await openPage({ path, query: { from: id }, ...(menuId ? { menuId } : {}) });
  };
  return [{ label: ["复制", "Copy"], icon: Copy, handler: copy }];
}
