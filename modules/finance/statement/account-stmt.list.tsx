import type { ListSlots } from "#kernel/web/page/slots.ts";
import { Reconcilable } from "../parts/Reconcilable.tsx";
import { StatementPaper } from "../parts/StatementPaper.tsx";
import type { accountStmt } from "./stmt.entity.ts";

export const slots: ListSlots<typeof accountStmt> = {
  head: ({ viewer }) => (viewer.may("btnAdd") ? <Reconcilable /> : null),
  print: (paper) => <StatementPaper {...paper} />,
};
