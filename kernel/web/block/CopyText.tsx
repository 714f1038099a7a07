import { Button } from "antd";
import { Copy } from "lucide-react";
import { useText } from "../language.ts";
import { toast } from "../message.ts";

interface Props {
  readonly text: string;
  /** What is copied, for those who hear the page. */
  readonly label: string;
  copied?(): void;
}

/** Text that is used elsewhere (an address, a key), with a button that copies it. */
export function CopyText({ text, label, copied }: Props) {
  const say = useText();
  return (
    <span className="bk-copy">
      <code>{text}</code>
      <Button
        size="small"
        icon={<Copy size={13} />}
        aria-label={say([`复制${label}`, `Copy ${label}`])}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(() => {
            copied?.();
            toast.success(["已复制", "Copied"]);
          })
        }
      >
        {say(["复制", "Copy"])}
      </Button>
    </span>
  );
}
