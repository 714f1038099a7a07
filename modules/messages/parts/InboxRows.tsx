import type { BoxMessage } from "#kernel/web/inbox.ts";
import { useText } from "#kernel/web/language.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { shortTime } from "#kernel/web/shell/Bell.tsx";
import { Button, Skeleton } from "antd";
import { Inbox, Star } from "lucide-react";
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
      <div className="pg-note" role="alert">
        {error}{" "}
        <Button size="small" onClick={inbox.reload}>
          {say(["重试", "Retry"])}
        </Button>
      </div>
    );
  if (rows === null) return <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />;
  if (rows.length === 0) return <Nothing filter={filter} clear={clear} />;
  return (
    <div className="ms-inbox" ref={box}>
      <ul aria-label={say(["消息", "Messages"])}>
        {rows.map((row) => (
          <li key={row.id} data-id={row.id} data-unread={row.readFlag !== "Y"} data-shown={row.id === shown}>
            <button
              type="button"
              className="ms-star"
              aria-pressed={row.starFlag === "Y"}
              aria-label={say(["星标", "Star"])}
              disabled={!mayStar}
              onClick={() => star(row)}
            >
              <Star size={15} aria-hidden />
            </button>
            <button
              type="button"
              className="ms-row"
              aria-current={row.id === shown || undefined}
              onClick={() => show(row)}
              onDoubleClick={() => open(row)}
            >
              <KindMark kind={row.kind} bare />
              <span className="ms-title">
                {row.readFlag === "Y" ? null : <span className="pg-sr">{say(["未读", "Unread"])}</span>}
                {row.title}
              </span>
              {row.bizNum ? <span className="pg-code">{row.bizNum}</span> : null}
              <span className="ms-sender">{row.senderName ?? say(["系统", "System"])}</span>
              <time dateTime={row.creationDate}>{shortTime(row.creationDate)}</time>
            </button>
          </li>
        ))}
      </ul>
      {count > rows.length ? (
        <Button onClick={inbox.more}>{say([`再看 ${count - rows.length} 条更早的`, `${count - rows.length} earlier ones`])}</Button>
      ) : (
        <p className="ms-end">{say([`共 ${count} 条`, `${count} total`])}</p>
      )}
    </div>
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
    <div className="ms-none">
      <Blank
        icon={Inbox}
        title={filtered ? say(["这些条件下没有消息", "No messages match these filters"]) : say([words[0]!, words[1]!])}
        text={filtered ? say(["去掉条件再看。", "Clear the filters and try again."]) : say([words[2]!, words[3]!])}
      />
      {filtered ? <Button onClick={clear}>{say(["清除条件", "Clear"])}</Button> : null}
    </div>
  );
}
