import type { Asks } from "#kernel/web/page/slots.ts";
import { AskConfirm, AskPropose, AskRefuse } from "./Answer.tsx";
import { AskLines, AskProposals, AskUrge } from "./Ask.tsx";
import { AskSigned } from "./Signed.tsx";
import type { order } from "../order.entity.ts";

/** How the actions of an order ask for what they need, wherever they are pressed. */
export const orderAsks: Asks<typeof order> = {
  doCancel: (ask) => <AskLines ask={ask} fits={(line) => line.lineStatus === "OPEN"} releases needsReason />,
  doClose: (ask) => <AskLines ask={ask} fits={(line) => line.lineStatus === "OPEN"} releases needsReason />,
  doOpenLine: (ask) => (
    <AskLines ask={ask} fits={(line) => ["CLOSED", "COMPLETED"].includes(String(line.lineStatus))} releases={false} needsReason={false} />
  ),
  doBuyerDeliveryConfirm: (ask) => <AskProposals ask={ask} accept />,
  doBuyerReject: (ask) => <AskProposals ask={ask} accept={false} />,
  doUrge: (ask) => <AskUrge ask={ask} />,
  doSupplierDeliveryConfirm: (ask) => <AskConfirm ask={ask} />,
  doSupplierDeliveryPropose: (ask) => <AskPropose ask={ask} />,
  doSupplierRefuse: (ask) => <AskRefuse ask={ask} />,
  doAttachSigned: (ask) => <AskSigned ask={ask} />,
};
