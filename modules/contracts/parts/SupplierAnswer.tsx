import { textOf } from "#kernel/page-format.ts";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Input } from "antd";
import { useState } from "react";
import type { contract } from "../contract.entity.ts";

/** The supplier agrees to the text that was shown: its checksum goes along, so that no other text can be meant. */
export function ConfirmContract({ ask }: { readonly ask: OwnAsk<typeof contract, "doSupplierConfirm"> }) {
  const say = useText();
  const [remark, setRemark] = useState("");
  const hash = textOf(ask.row.pdfHash);
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.contractNum)}
      ready={hash !== ""}
      input={() => ({ pdfHash: hash, confirmRemark: remark.trim() || null })}
    >
      <Stack>
        <Words>
          {say(["确认即同意页面所示的合同正文、明细与付款阶段。", "You agree to the text, items and payment stages shown on the page."])}
        </Words>
        <Words size="small" tone="neutral">{`${say(["正文校验值", "Text checksum"])} ${hash.slice(0, 16)}`}</Words>
        <Labelled label={say(["备注", "Remark"])}>
          <Input.TextArea rows={2} maxLength={500} value={remark} onChange={(event) => setRemark(event.target.value)} />
        </Labelled>
      </Stack>
    </ActionDialog>
  );
}
