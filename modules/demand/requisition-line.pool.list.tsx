import { Ground } from "#kernel/web/part/Ground.tsx";
import { PoolList } from "./parts/PoolList.tsx";

export const page = { route: "purRequisitionPoolList", title: ["待转采购", "To source"] };

/** The buyers' intake desk by itself, as figures and to-dos lead to it. */
export default function PoolPage() {
  return (
    <Ground>
      <PoolList />
    </Ground>
  );
}
