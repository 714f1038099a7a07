import { useLayoutEffect } from "react";
import { PUBLIC_PATHS } from "../../routes.ts";
import "../heartbeat.ts";
import { toast } from "../message.ts";
import { useHere } from "../navigation.ts";
import "../profile.ts";
import "../push.ts";
import { later } from "../part/later.tsx";
import { land, lookAgain } from "../router.ts";
import { useSession } from "../session.ts";
import { ConfirmHost } from "./ConfirmHost.tsx";
import { ExpiryDialog } from "./ExpiryDialog.tsx";
import { Main } from "./Main.tsx";
import { ProofHost } from "./ProofHost.tsx";
import { Toasts } from "./Toasts.tsx";

/** Few sessions are an applicant's or another system's: the workspace does not carry their pages. */
const IframeBox = later(() => import("./IframeBox.tsx").then((loaded) => loaded.IframeBox));
const RegisterInfoEdit = later(() => import("./RegisterInfoEdit.tsx").then((loaded) => loaded.RegisterInfoEdit));

const isPublic = (path: string): boolean => (PUBLIC_PATHS as readonly string[]).includes(path);

/** Everything behind sign-in: the workspace, an applicant's form, or the bare container for embedding systems. */
export function Inside() {
  const path = useHere((here) => here.address.split("?")[0]!);
  const applicant = useSession((state) => state.record?.applicant === true);
  const boxed = path === "/iframeBox";

  useLayoutEffect(() => {
    if (location.pathname !== "/iframeBox") void (isPublic(location.pathname) ? land() : lookAgain());
    const days = useSession.getState().passwordDaysLeft;
    if (days !== null) toast.warning([`密码将在 ${days} 天后到期，请及时修改`, `Your password expires in ${days} days, please change it`]);
    useSession.setState({ passwordDaysLeft: null });
  }, []);

  return (
    <>
      {boxed ? <IframeBox /> : applicant ? <RegisterInfoEdit /> : isPublic(path) ? null : <Main />}
      <Toasts />
      <ConfirmHost />
      <ProofHost />
      <ExpiryDialog />
    </>
  );
}
