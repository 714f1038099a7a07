import { supplierPending } from "#kernel/platform/todo.entity.ts";
import type { PageProps } from "#kernel/web/pages.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { PendingList } from "./parts/PendingList.tsx";

export const page = { routes: ["supplierPendingList", "supplierHandledList"], title: ["待办事项", "To-dos"] };

/** What waits for a supplier's people, and what they have done. */
export default function SupplierPendingPage({ route }: PageProps) {
  return (
    <Ground>
      <PendingList key={route} entity={supplierPending} waiting={route === "supplierPendingList"} />
    </Ground>
  );
}
