import { useText } from "#kernel/web/language.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { Generate } from "../parts/Generate.tsx";
import { Reconcilable } from "../parts/Reconcilable.tsx";
import { StatementPaper } from "../parts/StatementPaper.tsx";
import type { accountStmt } from "./stmt.entity.ts";

function GenerateButton({ reload }: { reload(): void }) {
  const say = useText();
  return (
    <Button onClick={() => openWindow((close) => <Generate close={close} done={reload} />)}>
      {say(["自动生成", "Generate statements"])}
    </Button>
  );
}

export const slots: ListSlots<typeof accountStmt> = {
  buttons: ({ viewer, reload }) => (viewer.may("btnAutoGenerate") ? <GenerateButton reload={reload} /> : null),
  head: ({ viewer }) => (viewer.may("btnAdd") ? <Reconcilable /> : null),
  print: (paper) => <StatementPaper {...paper} />,
};
