import { piecesOf } from "#kernel/text-compare.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { ClauseText } from "#kernel/web/block/ClauseText.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { contract } from "../contract.entity.ts";
import { partsOf } from "./bound.ts";
import { textMark } from "./mark.entity.ts";
import type { Markup, TextPage, TextPart } from "./page-calls.ts";

interface Props {
  readonly text: TextPage;
  readonly part: TextPart;
  again(): void;
}

/** What was said of a clause and what is suggested for it; suggested new clauses stand with the clause before them. */
export function Marks({ text, part, again }: Props) {
  const say = useText();
  const shown = text.marks.filter((mark) => mark.clauseId === part.id || mark.clauseId === "NEW");
  return (
    <Stack>
      {shown.length === 0 ? <Words tone="neutral">{say(["暂无批注与修订", "No comments or changes"])}</Words> : null}
      {shown.map((mark) => (
        <Mark key={mark.id} mark={mark} text={text} again={again} />
      ))}
      {text.may.mark ? <NewComment text={text} part={part} again={again} /> : null}
    </Stack>
  );
}

function Mark({ mark, text, again }: { readonly mark: Markup; readonly text: TextPage; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const side = useLookup("PUR_SIDE");
  const isOurs = viewer.audience !== "supplier";
  const maySettle = text.may.mark && mark.status === "OPEN" && (isOurs || mark.side === "SUPPLIER");
  const words = (content: string | null): string =>
    partsOf(content ?? "", (name) => text.values[name] ?? null)
      .map((piece) => piece.text)
      .join("");
  const press = (action: "doAccept" | "doReject" | "doResolve", label: string) => (
    <Button
      size="small"
      type={action === "doAccept" ? "primary" : "default"}
      onClick={() => void entityCall.act(textMark, action, { id: mark.id as never }).then(again, (error: unknown) => toast.error(error))}
    >
      {label}
    </Button>
  );
  return (
    <Box
      title={`${side.meaning(mark.side)} · ${mark.authorName ?? ""}`}
      note={mark.sharedFlag === "Y" ? say(["双方可见", "Shared"]) : say(["仅内部", "Internal only"])}
      end={<StatusTag entity={textMark} code={mark.status as never} />}
      muted={mark.status !== "OPEN"}
    >
      <Stack gap="s">
        {mark.quote ? <Words tone="neutral">“{mark.quote}”</Words> : null}
        {mark.kind === "CHANGE" ? (
          <ClauseText paragraphs={[{ no: "", pieces: piecesOf(words(mark.beforeText), words(mark.afterText)) }]} />
        ) : null}
        {mark.remark ? (
          <Words as="p" typed>
            {mark.remark}
          </Words>
        ) : null}
        {maySettle ? (
          <Inline>
            {mark.kind === "CHANGE" && isOurs ? press("doAccept", say(["采纳", "Accept"])) : null}
            {mark.kind === "CHANGE" ? press("doReject", isOurs ? say(["拒绝", "Reject"]) : say(["撤回", "Withdraw"])) : null}
            {mark.kind === "COMMENT" ? press("doResolve", say(["标为已解决", "Resolve"])) : null}
          </Inline>
        ) : null}
      </Stack>
    </Box>
  );
}

function NewComment({ text, part, again }: Props) {
  const say = useText();
  const viewer = useViewer();
  const [remark, setRemark] = useState("");
  const [isShared, setShared] = useState(false);
  const send = (): void =>
    void entityCall
      .act(contract, "doMark", { id: text.id as never, kind: "COMMENT", clauseId: part.id, remark, sharedFlag: isShared ? "Y" : "N" })
      .then(
        () => {
          setRemark("");
          again();
        },
        (error: unknown) => toast.error(error),
      );
  return (
    <Stack gap="s">
      <Input.TextArea
        rows={3}
        maxLength={2000}
        aria-label={say(["批注", "Comment"])}
        placeholder={say(["对本条款的批注", "Comment on this clause"])}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      <Inline spread="between">
        {viewer.audience === "supplier" ? null : (
          <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
            {say(["对供应商可见", "Share with supplier"])}
          </Checkbox>
        )}
        <Button disabled={remark.trim() === ""} onClick={send}>
          {say(["添加批注", "Add comment"])}
        </Button>
      </Inline>
    </Stack>
  );
}
