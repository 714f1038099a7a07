import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { ChainBody } from "./parts/Chain.tsx";

export const page = { route: "documentChain", title: ["单据链", "Document chain"], menu: false };

/** Where a document comes from and what came of it, down to the postings behind every figure. */
export default function DocumentChainPage() {
  const { query } = useTab();
  const viewer = useViewer();
  const { id = "", docType = "", line } = query;
  return (
    <OwnPage of={["id"]}>
      <ChainBody
        key={`${docType}:${id}:${line ?? ""}`}
        of={{ docType, docId: id, orderLineId: line }}
        internal={viewer.audience === "internal"}
      />
    </OwnPage>
  );
}
