import { Star } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useText } from "../language.ts";

/** The star of a message. */
export function StarButton({ on, disabled, press }: { readonly on: boolean; readonly disabled?: boolean; press(): void }) {
  const say = useText();
  return (
    <button type="button" className="bk-star" aria-pressed={on} aria-label={say(["星标", "Star"])} disabled={disabled} onClick={press}>
      <Star size={15} aria-hidden />
    </button>
  );
}

interface ListProps {
  readonly label: string;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Below the messages: how many there are, the way to earlier ones. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

/** Messages below each other, the newest first. */
export function Mailbox({ label, box, foot, children }: ListProps) {
  return (
    <div className="bk-mail" ref={box}>
      <ul aria-label={label}>{children}</ul>
      <div>{foot}</div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly mark: ReactNode;
  readonly title: string;
  readonly code?: string | null;
  readonly sender: string;
  readonly time: ReactNode;
  readonly unread: boolean;
  readonly shown: boolean;
  readonly starred: boolean;
  /** Without it the star cannot be pressed. */
  readonly star: (() => void) | null;
  show(): void;
  open(): void;
}

/** One message: a press shows it beside the list, two presses open what it is about. */
export function MailRow({ id, mark, title, code, sender, time, unread, shown, starred, star, show, open }: RowProps) {
  const say = useText();
  return (
    <li data-id={id} data-unread={unread || undefined} data-shown={shown || undefined}>
      <StarButton on={starred} disabled={star === null} press={() => star?.()} />
      <button type="button" aria-current={shown || undefined} onClick={show} onDoubleClick={open}>
        {mark}
        <b>
          {unread ? <span className="pg-sr">{say(["未读", "Unread"])}</span> : null}
          {title}
        </b>
        {code ? <span className="pg-code">{code}</span> : null}
        <span>{sender}</span>
        {time}
      </button>
    </li>
  );
}

/** One message beside the list; over the whole screen of a phone. */
export function MailPanel({ label, narrow, children }: { readonly label: string; readonly narrow: boolean; readonly children: ReactNode }) {
  return (
    <aside className="pg-dock bk-mail-panel" data-narrow={narrow || undefined} aria-label={label}>
      {children}
    </aside>
  );
}
