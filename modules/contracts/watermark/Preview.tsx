import { download } from "#kernel/web/call.ts";
import { ViewerDialog } from "#kernel/web/file/ViewerDialog.tsx";
import { useText } from "#kernel/web/language.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button } from "antd";
import { Eye } from "lucide-react";
import { useState } from "react";

/** A sample page with the watermark on it. */
export function Preview({ id, name }: { readonly id: string; readonly name: string }) {
  const say = useText();
  const work = useWork();
  const [pdf, setPdf] = useState<Blob | null>(null);
  const show = (): Promise<void> =>
    work.run(async () => setPdf((await download("srmServer/v1/srmCctWatermarkRestful/preview", { id })).blob));
  return (
    <>
      <Button icon={<Eye size={14} />} loading={work.busy} onClick={() => void show()}>
        {say(["预览", "Preview"])}
      </Button>
      {pdf ? <ViewerDialog pdf={pdf} name={name} watermark={false} onClose={() => setPdf(null)} /> : null}
    </>
  );
}
