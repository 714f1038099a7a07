import type { Row } from "#kernel/page-document.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { accountsIn } from "./assign.ts";

const most = 500;

/** Accounts out of a spreadsheet or a mail: found ones are chosen, the rest is named. */
export function PasteAccounts({ done, close }: { done(rows: readonly Row[]): void; close(): void }) {
  const say = useText();
  const [text, setText] = useState("");
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const names = accountsIn(text);
  const find = async (): Promise<void> => {
    setBusy(true);
    setError("");
    try {
      const { rows } = await listAll<Row>(user, { userName: [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))] });
      const known = new Set(rows.map((row) => String(row["userName"]).toLowerCase()));
      const lost = names.filter((name) => !known.has(name.toLowerCase()));
      done(rows);
      if (lost.length === 0) close();
      else {
        setMissing(lost);
        setText(lost.join("\n"));
      }
    } catch (cause) {
      setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={say(["粘贴账号", "Paste accounts"])}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow pg-faint">
            {names.length > most
              ? say([`一次最多 ${most} 个`, `At most ${most} at a time`])
              : say([`${names.length} 个账号`, `${names.length} accounts`])}
          </span>
          <Button onClick={close}>{say(["关闭", "Close"])}</Button>
          <Button type="primary" loading={busy} disabled={names.length === 0 || names.length > most} onClick={() => void find()}>
            {say(["选中这些用户", "Choose these users"])}
          </Button>
        </div>
      }
    >
      <Input.TextArea
        autoFocus
        rows={8}
        value={text}
        aria-label={say(["账号，每行一个或用逗号分隔", "Accounts, one per line or separated by commas"])}
        placeholder={say(["账号，每行一个或用逗号分隔", "Accounts, one per line or separated by commas"])}
        onChange={(event) => setText(event.target.value)}
      />
      {missing.length > 0 ? (
        <p className="pg-note" role="alert">
          {say([
            `其余已选中；没有找到 ${missing.length} 个：${missing.slice(0, 10).join("、")}`,
            `The others are selected; ${missing.length} were not found: ${missing.slice(0, 10).join(", ")}`,
          ])}
        </p>
      ) : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}
