import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { useSession } from "../session.ts";
import { Dialog } from "./Dialog.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** Changes the own password; every other session of this account ends with it. */
export function ChangePassword({ onClose }: { onClose(): void }) {
  const t = useText();
  const account = useSession((state) => state.record?.user.userName ?? "");
  return (
    <Dialog title={t(["修改密码", "Change password"])} onClose={onClose}>
      <p>{t(["修改后，您在其他设备上的登录会一并退出。", "You will be signed out on other devices."])}</p>
      <PasswordForm
        account={account}
        rules={undefined}
        onDone={() => {
          toast.success(["密码已修改", "Password changed"]);
          onClose();
        }}
        beside={
          <button type="button" className="s-btn" onClick={onClose}>
            {t(["取消", "Cancel"])}
          </button>
        }
      />
    </Dialog>
  );
}
