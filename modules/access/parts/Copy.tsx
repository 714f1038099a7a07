import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { Button } from "antd";
import { Copy as CopyIcon } from "lucide-react";

/** Takes a text along. */
export function Copy({ text, label }: { readonly text: string; readonly label?: string }) {
  const say = useText();
  return (
    <Button
      size="small"
      icon={<CopyIcon size={13} />}
      aria-label={label ? say([`复制${label}`, `Copy ${label}`]) : say(["复制", "Copy"])}
      onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(["已复制", "Copied"]))}
    >
      {say(["复制", "Copy"])}
    </Button>
  );
}
