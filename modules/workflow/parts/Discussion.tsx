import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Button, Input } from "antd";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { refs } from "#kernel/field.ts";
import { useText } from "#kernel/web/language.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { OpinionFiles } from "./OpinionFiles.tsx";
import { shortTime } from "./time.tsx";
import { ask, type Commune, type Sheet } from "./wire.tsx";

const people = refs("BaseUsers", "询问谁", "Ask", { pick: { userStatus: "ACTIVE" } });

interface Props {
  readonly sheet: Sheet;
  readonly userId: string;
  again(): Promise<void>;
}

/** Questions and answers beside the decision: asking moves nothing and stops no clock. */
export function Discussion({ sheet, userId, again }: Props) {
  const say = useText();
  const work = useWork();
  const [to, setTo] = useState<readonly string[]>([]);
  const [question, setQuestion] = useState("");
  const send = (): Promise<void> =>
    work.run(async () => {
      await ask.ask({ instanceId: sheet.instanceId, approvalId: sheet.approvalId, toUserIds: to, question, taskId: sheet.mine?.taskId });
      setQuestion("");
      setTo([]);
      await again();
    });
  return (
    <section aria-label={say(["沟通", "Discussion"])}>
      <h3 className="pg-h3">
        {say(["沟通", "Discussion"])} <span className="pg-count">{sheet.communes.length}</span>
        <span className="pg-h3-end pg-faint">{say(["提问不影响审批时限", "Questions do not stop the time limit"])}</span>
      </h3>
      <Stack>
        {sheet.communes.map((commune) => (
          <Talk key={commune.id} commune={commune} sheet={sheet} userId={userId} again={again} />
        ))}
      </Stack>
      {sheet.may.ask ? (
        <Stack gap="xs">
          <RefsInput field={people} value={to} label={say(people.label)} placeholder={say(["问谁", "Ask"])} change={setTo} />
          <Input.TextArea
            rows={2}
            value={question}
            maxLength={4000}
            placeholder={say(["想问什么", "Your question"])}
            aria-label={say(["问题", "Question"])}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <Inline>
            <Button
              size="small"
              icon={<MessageCircleQuestion size={14} />}
              loading={work.busy}
              disabled={to.length === 0 || !question.trim()}
              onClick={() => void send()}
            >
              {say(["提问", "Ask"])}
            </Button>
          </Inline>
          {work.error ? (
            <p className="pg-error" role="alert">
              {work.error}
            </p>
          ) : null}
        </Stack>
      ) : null}
    </section>
  );
}

function Talk({ commune, sheet, userId, again }: Props & { readonly commune: Commune }) {
  const say = useText();
  const work = useWork();
  const [text, setText] = useState("");
  const [fileIds, setFileIds] = useState("");
  const asked = commune.toUserIds.includes(userId) || commune.askUserId === userId;
  const run = (body: Record<string, unknown>, how: "reply" | "close"): Promise<void> =>
    work.run(async () => {
      await ask[how]({ instanceId: sheet.instanceId, approvalId: sheet.approvalId, communeId: commune.id, ...body });
      setText("");
      setFileIds("");
      await again();
    });
  const reply = (): Promise<void> => run({ content: text, ...(fileIds ? { fileIds } : {}) }, "reply");
  return (
    <article>
      <ItemList>
        <Said
          name={commune.askUserName}
          at={commune.askDate}
          text={commune.question}
          extra={say([`问 ${commune.toUserNames.join("、")}`, `to ${commune.toUserNames.join(", ")}`])}
        />
        {commune.replies.map((answer) => (
          <Said key={answer.id} name={answer.userName} at={answer.at} text={answer.content} fileIds={answer.fileIds} />
        ))}
      </ItemList>
      {commune.status === "OPEN" && commune.replies.length === 0 ? (
        <Words as="p" size="small">
          {say(["等待答复", "Waiting for an answer"])}
        </Words>
      ) : null}
      {asked && commune.status !== "CLOSED" ? (
        <Inline noWrap>
          <Input
            value={text}
            placeholder={say(["回复", "Reply"])}
            aria-label={say(["回复", "Reply"])}
            onChange={(event) => setText(event.target.value)}
            onPressEnter={() => text.trim() && void reply()}
          />
          <OpinionFiles to="reply" value={fileIds} change={setFileIds} />
          <Button size="small" disabled={!text.trim()} loading={work.busy} onClick={() => void reply()}>
            {say(["回复", "Reply"])}
          </Button>
          {commune.askUserId === userId ? (
            <Button size="small" type="text" onClick={() => void run({}, "close")}>
              {say(["结束", "Close"])}
            </Button>
          ) : null}
        </Inline>
      ) : null}
      {work.error ? <p className="pg-error">{work.error}</p> : null}
    </article>
  );
}

interface SaidProps {
  readonly name: string;
  readonly at: string;
  readonly text: string;
  readonly extra?: string;
  readonly fileIds?: string | null | undefined;
}

function Said({ name, at, text, extra, fileIds }: SaidProps) {
  return (
    <Item
      lead={<Face name={name} />}
      title={
        <>
          <b>{name}</b> <span className="pg-faint">{extra}</span>
        </>
      }
      end={<time className="pg-faint">{shortTime(at)}</time>}
    >
      <p className="pg-quote">{text}</p>
      {fileIds ? <OpinionFiles to="reply" value={fileIds} /> : null}
    </Item>
  );
}
