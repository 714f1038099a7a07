import { Button } from "antd";
import { Download, Plus, Upload } from "lucide-react";
import type { ReactNode } from "react";
import type { Entity } from "../../../entity.ts";
import { creatorsOf, mayCreate } from "../../../page-action.ts";
import { useText } from "../../language.ts";
import { MenuButton } from "../../part/Popup.tsx";
import { PageHelp } from "../PageHelp.tsx";
import type { PageViewer } from "../viewer.ts";
import { midSentence } from "../../../page-format.ts";

interface Props {
  readonly entity: Entity;
  readonly title: string;
  readonly viewer: PageViewer;
  readonly truth: ReactNode;
  readonly hideNew?: boolean | undefined;
  readonly more?: ReactNode;
  /** While something else is going on these stand alone. */
  readonly only?: ReactNode;
  create(): void;
  creator(action: string): void;
  importRows(): void;
  exportRows(): void;
}

/** Title, one line of truth, and what this person may bring in, take out or begin. */
export function ListHead({ entity, title, viewer, truth, hideNew, more, only, create, creator, importRows, exportRows }: Props) {
  const say = useText();
  const creators = creatorsOf(entity, viewer);
  const fresh = mayCreate(entity, viewer) && !hideNew;
  const newText = say([`新建${entity.label[0]}`, `New ${midSentence(entity.label[1])}`]);
  const others = creators.map((offer) => ({ key: offer.name, label: say(offer.action.label), run: () => creator(offer.name) }));
  const blue = (
    <>
      {newText} <kbd>N</kbd>
    </>
  );
  return (
    <header className="pg-head">
      <div>
        <h1>
          {title} <PageHelp />
        </h1>
        <p className="pg-truth">{truth}</p>
      </div>
      <div className="pg-head-buttons">
        {only ?? (
          <>
            {viewer.may("btnImport") ? (
              <Button icon={<Upload size={14} />} onClick={importRows}>
                {say(["导入", "Import"])}
              </Button>
            ) : null}
            {viewer.may("btnExport") ? (
              <Button icon={<Download size={14} />} onClick={exportRows}>
                {say(["导出", "Export"])}
              </Button>
            ) : null}
            {more}
            {fresh && others.length > 0 ? (
              <MenuButton label={newText} items={[{ key: "", label: newText, run: create }, ...others]} align="end">
                <Button type="primary" icon={<Plus size={14} />}>
                  {blue}
                </Button>
              </MenuButton>
            ) : fresh ? (
              <Button type="primary" icon={<Plus size={14} />} onClick={create}>
                {blue}
              </Button>
            ) : (
              creators.map((offer, at) => (
                <Button
                  key={offer.name}
                  {...(at === 0 ? { type: "primary" as const } : {})}
                  icon={<Plus size={14} />}
                  onClick={() => creator(offer.name)}
                >
                  {say(offer.action.label)}
                </Button>
              ))
            )}
          </>
        )}
      </div>
    </header>
  );
}
