import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { useState } from "react";
import { orderExpand, type order } from "../order.entity.ts";
import { useOrder } from "./useOrder.tsx";

const field = "signedFileIds";
const termsOf = (doc: Form<typeof order> | null): Form<typeof orderExpand> => doc?.expand?.[0] ?? {};

/** The order as the supplier signed it; read only. */
export function Signed({ doc }: { readonly doc: Form<typeof order> }) {
  const say = useText();
  const terms = termsOf(doc);
  return textOf(terms[field]) ? (
    <FilesBlock entity={orderExpand} fieldKey={field} row={terms} showVisibility={false} />
  ) : (
    <p className="pg-faint">{say(["供应商还没有上传回签文件。", "The supplier has not attached a signed copy yet."])}</p>
  );
}

/** Asks the supplier for the signed copy; what is there already stays unless it is taken out. */
export function AskSigned({ ask }: { readonly ask: OwnAsk<typeof order, "doAttachSigned"> }) {
  const load = useOrder(ask.row);
  const [chosen, setChosen] = useState<string | null>(null);
  const [underway, setUnderway] = useState(0);
  const terms = termsOf(load.data);
  const value = chosen ?? textOf(terms[field]);
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      ready={chosen !== null && underway === 0}
      input={() => ({ signed: value || null })}
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() => (
          <FilesBlock
            entity={orderExpand}
            fieldKey={field}
            row={{ ...terms, [field]: value }}
            showVisibility={false}
            change={setChosen}
            busy={setUnderway}
          />
        )}
      </PanelState>
    </ActionDialog>
  );
}
