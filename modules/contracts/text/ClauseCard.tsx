import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { contract } from "../contract.entity.ts";
import { partsOf, rebound } from "./bound.ts";
import type { TextPage, TextPart } from "./page-calls.ts";

interface Props {
  readonly text: TextPage;
  readonly part: TextPart;
  readonly isChosen: boolean;
  readonly isEditing: boolean;
  choose(): void;
  again(): void;
  /** Opens the contract, where the values of fields are changed. */
  toField(): void;
}

/** Values of fields that were typed over in the text. */
function Untouchable({ values, toField }: { readonly values: readonly string[]; readonly toField: () => void }) {
  const say = useText();
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" onClick={toField}>
          {say(["打开合同", "Open the contract"])}
        </Button>
      }
    >
      {say([
        `这些值来自合同字段，在正文中修改无效：${values.join("、")}`,
        `These values come from fields of the contract and cannot be changed here: ${values.join(", ")}`,
      ])}
    </Notice>
  );
}

/** One clause: its words with the values of its fields, which lead to the contract. */
export function ClauseCard({ text, part, isChosen, isEditing, choose, again, toField }: Props) {
  const say = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const valueOf = (name: string): string | null => text.values[name] ?? null;
  const pieces = partsOf(part.content, valueOf);
  const shown = pieces.map((piece) => piece.text).join("");
  const made = draft === null ? null : rebound(part.content, valueOf, draft);
  const isSuggestion = !isEditing;
  const send = (): void => {
    if (!made) return;
    const common = { id: text.id as never, clauseId: part.id };
    const sent = isSuggestion
      ? entityCall.act(contract, "doMark", { ...common, kind: "CHANGE", afterText: made.content })
      : entityCall.act(contract, "doEditText", {
          ...common,
          before: part.content,
          content: made.content,
          title: part.title,
          remark: reason.trim() || null,
        });
    sent.then(
      () => {
        setDraft(null);
        setReason("");
        again();
      },
      (error: unknown) => toast.error(error),
    );
  };
  const begin = (words: string) => (
    <Button size="small" onClick={() => setDraft(shown)}>
      {words}
    </Button>
  );
  const tools = isEditing
    ? begin(say(["修改", "Edit"]))
    : text.may.suggest && isChosen
      ? begin(say(["建议修订", "Suggest a change"]))
      : null;
  return (
    <Box
      title={
        <button type="button" className="pg-link" onClick={choose}>
          {`${part.no} ${part.title ?? ""}`.trim() || "§"}
        </button>
      }
      end={draft === null ? tools : null}
      now={isChosen}
    >
      {made === null || draft === null ? (
        <ClauseWords pieces={pieces} toField={toField} />
      ) : (
        <Stack>
          <Input.TextArea
            autoSize={{ minRows: 3, maxRows: 18 }}
            maxLength={40_000}
            aria-label={say(["条款文本", "Clause text"])}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          {isSuggestion || part.standing === null ? null : (
            <Input
              maxLength={500}
              aria-label={say(["偏离理由", "Reason for deviation"])}
              placeholder={say(["偏离标准文本的理由", "Why it deviates from the standard text"])}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {made.touched.length ? <Untouchable values={made.touched.map(({ before }) => before)} toField={toField} /> : null}
          <Inline spread="end">
            <Button onClick={() => setDraft(null)}>{say(["取消", "Cancel"])}</Button>
            <Button type="primary" disabled={made.content === part.content} onClick={send}>
              {isSuggestion ? say(["提交修订", "Send suggestion"]) : say(["保存", "Save"])}
            </Button>
          </Inline>
        </Stack>
      )}
    </Box>
  );
}

/** The words of a clause; values lead to the contract. The text keeps the language it was agreed in, whoever reads it. */
function ClauseWords({ pieces, toField }: { readonly pieces: ReturnType<typeof partsOf>; toField(): void }) {
  return (
    <div lang="zh">
      <Words as="div" typed>
        {pieces.map((piece, i) =>
          // Lists run over lines of their own; a button would stand beside them as a block.
          piece.name === null || piece.text.includes("\n") ? (
            piece.text
          ) : (
            <button key={i} type="button" className="pg-link" title={`\${${piece.name}}`} onClick={toField}>
              {piece.text}
            </button>
          ),
        )}
      </Words>
    </div>
  );
}
