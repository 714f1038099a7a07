import { Notice } from "#kernel/web/block/Notice.tsx";
import { Mailbox, MailRow } from "#kernel/web/block/Mailbox.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import type { BoxMessage } from "#kernel/web/inbox.ts";
import { useText } from "#kernel/web/language.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { shortTime } from "#kernel/web/shell/Bell.tsx";
import { Button, Skeleton } from "antd";
import { Inbox } from "lucide-react";
import type { RefObject } from "react";
import { KindMark } from "./kinds.tsx";
import { noFilter } from "./useInbox.tsx";
import type { InboxFilter, useInbox } from "./useInbox.tsx";

interface Props {
  readonly inbox: ReturnType<typeof useInbox>;
  readonly filter: InboxFilter;
  readonly shown: string | null;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly mayStar: boolean;
  show(row: BoxMessage): void;
  open(row: BoxMessage): void;
  star(row: BoxMessage): void;
  clear(): void;
}

/** The messages one under the other; a press shows one beside the list, two presses open what it is about. */
export function InboxRows({ inbox, filter, shown, box, mayStar, show, open, star, clear }: Props) {
  const say = useText();
  const { rows, count, error } = inbox;
  if (error)
    return (
      <Notice
        tone="error"
        alert
        action={
          <Button size="small" onClick={inbox.reload}>
            {say(["重试", "Retry"])}
          </Button>
        }
      >
        {error}
      </Notice>
    );
  if (rows === null) return <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />;
  if (rows.length === 0) return <Nothing filter={filter} clear={clear} />;
  return (
    <Mailbox
      label={say(["消息", "Messages"])}
      box={box}
      foot={
        count > rows.length ? (
          <Button onClick={inbox.more}>{say([`再看 ${count - rows.length} 条更早的`, `${count - rows.length} earlier ones`])}</Button>
        ) : (
          <Words size="small">{say([`共 ${count} 条`, `${count} total`])}</Words>
        )
      }
    >
      {rows.map((row) => (
        <MailRow
          key={row.id}
          id={row.id}
          mark={<KindMark kind={row.kind} bare />}
          title={row.title}
          code={row.bizNum}
          sender={row.senderName ?? say(["系统", "System"])}
          time={<time dateTime={row.creationDate}>{shortTime(row.creationDate)}</time>}
          unread={row.readFlag !== "Y"}
          shown={row.id === shown}
          starred={row.starFlag === "Y"}
          star={mayStar ? () => star(row) : null}
          show={() => show(row)}
          open={() => open(row)}
        />
      ))}
    </Mailbox>
  );
}

function Nothing({ filter, clear }: { readonly filter: InboxFilter; clear(): void }) {
  const say = useText();
  const filtered = JSON.stringify({ ...filter, view: "" }) !== JSON.stringify(noFilter);
  const words = {
    "": ["还没有消息", "No messages yet", "有事找您时会出现在这里，铃上也会亮起。", "New messages appear here and under the bell."],
    unread: ["没有未读的消息", "Nothing unread", "都读过了。", "You have read everything."],
    starred: ["没有加星标的消息", "No starred messages", "按 S 给要留意的消息加星标。", "Press S to star a message."],
    archived: ["没有归档的消息", "Nothing archived", "按 E 把处理完的消息归档。", "Press E to archive a message."],
  }[filter.view];
  return (
    <Stack>
      <Blank
        icon={Inbox}
        title={filtered ? say(["这些条件下没有消息", "No messages match these filters"]) : say([words[0]!, words[1]!])}
        text={filtered ? say(["去掉条件再看。", "Clear the filters and try again."]) : say([words[2]!, words[3]!])}
      />
      {filtered ? (
        <Inline spread="center">
          <Button onClick={clear}>{say(["清除条件", "Clear"])}</Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
