import { Button, Modal } from "antd";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { Stack, Words } from "./layout.tsx";

interface Props {
  readonly title: ReactNode;
  readonly width?: number;
  /** The button that does it. */
  readonly press: Text;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Everything needed has been said; the button waits until then. */
  readonly ready?: boolean;
  /** What went wrong, in words. */
  readonly errors?: readonly string[];
  readonly cancel?: Text;
  /** Beside the buttons: a count, what stays unsaved. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
  send(): void;
  close(): void;
}

const back: Text = ["取消", "Cancel"];

/** A question before something is done: what it is about, what it needs, and one button that does it. */
export function AskDialog({
  title,
  width = 620,
  press,
  danger,
  busy,
  ready = true,
  errors,
  cancel = back,
  foot,
  children,
  send,
  close,
}: Props) {
  const say = useText();
  return (
    <Modal
      open
      title={title}
      width={width}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          {foot}
          <span className="pg-grow" />
          <Button onClick={close}>{say(cancel)}</Button>
          <Button type="primary" danger={danger ?? false} loading={busy ?? false} disabled={!ready} onClick={send}>
            {say(press)}
          </Button>
        </div>
      }
    >
      <Stack>
        {children}
        {errors?.filter(Boolean).map((error) => (
          <Words key={error} as="p" tone="error" role="alert">
            {error}
          </Words>
        ))}
      </Stack>
    </Modal>
  );
}
