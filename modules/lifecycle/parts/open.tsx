import type { Viewer } from "#kernel/page-action.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { openPage } from "#kernel/web/router.ts";

/** Opens a page of an inspection with the rights of the menu it is opened from. */
export function openFrom(viewer: Viewer, path: string, id: unknown, title: unknown): void {
  const { menuId } = viewer as PageViewer;
  void openPage({ path, query: { id: String(id) }, title: String(title ?? ""), ...(menuId ? { menuId } : {}) });
}
