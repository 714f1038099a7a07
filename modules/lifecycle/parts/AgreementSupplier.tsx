import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input } from "antd";
import { useState } from "react";
import { agreementSigning, signingDetail } from "../signing.entity.ts";
import type { SigningProps } from "./AgreementInternal.tsx";
import { Clauses, ClauseDiff } from "./Clauses.tsx";
import { useDeed } from "./DocumentFrame.tsx";

/** The supplier's answer to one agreement: agree, dispute with a remark, or edit where that is allowed. */
export function SupplierStand({ row, detail, done }: SigningProps) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [mode, setMode] = useState<"read" | "edit" | "dispute">("read");
  const [content, setContent] = useState(detail.content ?? "");
  const [file, setFile] = useState(detail.draftFileId ?? "");
  const [remark, setRemark] = useState("");
  const shared = { detailId: detail.id!, supplierRemark: remark || null };
  const mark = (stand: "AGREED" | "DISPUTED") =>
    deed.press("doSupplierMark", { ...shared, stand }, stand === "AGREED" ? ["已同意", "Agreed"] : ["已提出异议", "Disputed"]);
  return (
    <Box
      now
      title={say(["我方意见", "Your answer"])}
      end={
        detail.editedFlag === "Y" ? (
          <Badge tone="warning">{say(["已修改，请退回采购方复核", "Edited: return it to the buyer"])}</Badge>
        ) : null
      }
    >
      <Stack>
        {mode === "edit" ? (
          <>
            <Input.TextArea
              rows={12}
              value={content}
              maxLength={60_000}
              aria-label={say(["协议正文", "Text of the agreement"])}
              onChange={(e) => setContent(e.target.value)}
            />
            <p className="pc-note">{say(["修改之处", "What you changed"])}</p>
            <ClauseDiff old={detail.content ?? ""} now={content} onlyChanged />
            <FilesBlock entity={signingDetail} fieldKey="draftFileId" row={{ draftFileId: file }} showVisibility={false} change={setFile} />
          </>
        ) : null}
        {mode === "read" ? null : (
          <Input.TextArea
            rows={2}
            maxLength={500}
            value={remark}
            aria-label={say(["备注", "Remark"])}
            placeholder={
              mode === "dispute" ? say(["请说明异议", "Describe what you dispute"]) : say(["备注（可不填）", "Remark (optional)"])
            }
            onChange={(e) => setRemark(e.target.value)}
          />
        )}
        <WorkError of={deed} />
        <Inline>
          {mode === "read" ? (
            <>
              <Button
                type="primary"
                loading={deed.busy}
                disabled={detail.editedFlag === "Y" || detail.detailStatus === "AGREED"}
                onClick={() => void mark("AGREED")}
              >
                {say(["同意此协议", "Agree"])}
              </Button>
              {detail.supplierEditable === "Y" ? (
                <Button onClick={() => setMode("edit")}>{say(["修改正文", "Edit the text"])}</Button>
              ) : null}
              <Button danger onClick={() => setMode("dispute")}>
                {say(["有异议", "Dispute"])}
              </Button>
            </>
          ) : (
            <>
              <Button
                type="primary"
                loading={deed.busy}
                disabled={mode === "dispute" && remark.trim() === ""}
                onClick={() =>
                  void (mode === "dispute"
                    ? mark("DISPUTED")
                    : deed.press("doSupplierEdit", { ...shared, content: content || null, draftFile: file || null }, [
                        "已保存为新版本",
                        "Saved as a new version",
                      ]))
                }
              >
                {mode === "dispute" ? say(["提出异议", "Dispute"]) : say(["保存为新版本", "Save as a new version"])}
              </Button>
              <Button onClick={() => setMode("read")}>{say(["放弃", "Discard"])}</Button>
            </>
          )}
        </Inline>
      </Stack>
    </Box>
  );
}

/** The end of the supplier's turn: everything back with an opinion, or everything confirmed. */
export function SupplierTurn({ row, done }: Omit<SigningProps, "detail">) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [opinion, setOpinion] = useState("");
  const details = row.details ?? [];
  const returns = details.some((each) => each.editedFlag === "Y" || each.detailStatus === "DISPUTED");
  const open = details.filter((each) => each.detailStatus !== "AGREED" && each.detailStatus !== "SIGNED");
  return (
    <Box
      label={say(["提交", "Submit"])}
      title={returns ? say(["退回采购方复核", "Return to the buyer"]) : say(["确认全部协议", "Confirm all agreements"])}
    >
      <Stack>
        {returns ? (
          <Input.TextArea
            rows={2}
            maxLength={1000}
            value={opinion}
            aria-label={say(["意见", "Comment"])}
            placeholder={say(["请说明修改或异议", "Describe what was edited or disputed"])}
            onChange={(e) => setOpinion(e.target.value)}
          />
        ) : (
          <p className="pc-note">
            {open.length > 0
              ? say([`还有 ${open.length} 份协议未同意`, `${open.length} agreement${open.length > 1 ? "s are" : " is"} not agreed yet`])
              : say([
                  "确认后内容冻结并提交采购方审批；点击签署的协议在批准时即生效，签署人为您。",
                  "Confirming freezes the content and sends it for approval; agreements signed by click are signed by you once it is approved.",
                ])}
          </p>
        )}
        <WorkError of={deed} />
        <Inline>
          {returns ? (
            <Button
              type="primary"
              loading={deed.busy}
              disabled={opinion.trim() === ""}
              onClick={() => void deed.press("doSubmitInternal", { supplierOpinion: opinion }, ["已退回采购方", "Returned to the buyer"])}
            >
              {say(["退回采购方", "Return to the buyer"])}
            </Button>
          ) : (
            <Button
              type="primary"
              loading={deed.busy}
              disabled={open.length > 0}
              onClick={() => void deed.press("doSupplierConfirm", {}, ["已确认", "Confirmed"])}
            >
              {say(["确认全部协议", "Confirm all agreements"])}
            </Button>
          )}
        </Inline>
      </Stack>
    </Box>
  );
}

/** The built-in signing house: the frozen text, its check sum, and the signature. */
export function LocalSigning({ row, detail, done }: SigningProps) {
  const say = useText();
  const work = useWork();
  const [reason, setReason] = useState("");
  const house = useLoad("esign", async () => (await call<{ local: boolean }>("srmServer/v1/srmSlcAgreementSigningRestful/signHouse")).data);
  const sign = (refuse: boolean) =>
    work.run(async () => {
      await call("srmServer/v1/srmSlcAgreementSigningRestful/signLocally", {
        id: row.id,
        flowId: detail.flowId,
        ...(refuse ? { refuse: "Y", reason } : {}),
      });
      toast.success(refuse ? ["已拒签", "Declined"] : ["已签署", "Signed"]);
      tellChanged({ entity: agreementSigning.name, id: row.id });
      done(row);
    });
  if (house.data && !house.data.local)
    return <p className="pc-note">{say(["请在电子签平台完成签署", "Please sign on the e-signature platform"])}</p>;
  return (
    <Box
      now
      title={say(["电子签署", "Electronic signature"])}
      note={say(["内置演示签署服务：尚未接入外部电子签平台", "Built-in demo signing: no external e-signature platform is connected"])}
    >
      <Stack>
        <Clauses content={detail.content ?? ""} />
        <p className="pc-note">
          {say(["签署内容 SHA-256：", "What is signed, SHA-256: "])}
          <Words code>{detail.frozenHash}</Words>
        </p>
        <WorkError of={work} />
        <Inline>
          <Button type="primary" loading={work.busy} onClick={() => void sign(false)}>
            {say(["签署", "Sign"])}
          </Button>
          <Input
            style={{ width: 240 }}
            maxLength={500}
            value={reason}
            aria-label={say(["拒签原因", "Reason for refusing"])}
            placeholder={say(["拒签原因", "Reason for refusing"])}
            onChange={(e) => setReason(e.target.value)}
          />
          <Button danger disabled={reason.trim() === ""} loading={work.busy} onClick={() => void sign(true)}>
            {say(["拒签", "Decline to sign"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}
