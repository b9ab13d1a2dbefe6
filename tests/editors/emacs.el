;;; emacs.el --- Tries the server in Emacs with eglot  -*- lexical-binding: t -*-

;; The current folder has the model of the example. ROOT is the project, and MS3DLINT the program.

(defvar root (getenv "ROOT"))
(defvar server (getenv "MS3DLINT"))
(load (expand-file-name "editors/emacs/ms3dlint.el" root) nil t)
(setq eglot-server-programs `((ms3d-mode . (,server "lsp")))
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil)
(remove-hook 'ms3d-mode-hook #'eglot-ensure)

(defun wait-until (what holds)
  "Let the server work until HOLDS gives something, which is WHAT."
  (let ((tries 0) (found nil))
    (while (not (setq found (funcall holds)))
      (when (> (setq tries (1+ tries)) 200) (error "Emacs: there is no %s" what))
      (accept-process-output nil 0.05))
    found))

(defun findings ()
  "The texts of what flymake shows."
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun shows (text)
  "Whether flymake shows a finding with TEXT."
  (seq-find (lambda (finding) (string-match-p (regexp-quote text) finding)) (findings)))

(defun act (line title)
  "Do what is called TITLE on a LINE."
  (goto-char (point-min))
  (forward-line (1- line))
  (let* ((actions (eglot-code-actions (line-beginning-position) (line-end-position)))
         (action (seq-find (lambda (action) (string-prefix-p title (plist-get action :title))) actions)))
    (unless action (error "Emacs: no action is called %s" title))
    (unless (plist-get action :edit)
      (setq action (jsonrpc-request (eglot-current-server) :codeAction/resolve action)))
    (eglot--apply-workspace-edit (plist-get action :edit))
    (eglot--signal-textDocument/didChange)))

(find-file "crane.txt")
(unless (eq major-mode 'ms3d-mode) (error "Emacs: the mode is %s" major-mode))
(apply #'eglot--connect (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(wait-until "finding" (lambda () (shows "has a comma")))

;; A quick fix, and all that is safe.
(act 12 "Write a point")
(wait-until "repair" (lambda () (and (findings) (not (shows "has a comma")))))
(act 17 "Repair all")
(wait-until "other repair" (lambda () (and (findings) (not (shows "whitespace")) (not (shows "crane.png")))))

;; A bone gets another name. Its parent was mistyped.
(goto-char (point-min))
(search-forward "\"towr\"")
(replace-match "\"tower\"")
(eglot--signal-textDocument/didChange)
(goto-char (point-min))
(search-forward "\"jib\"\n\"tower\"")
(goto-char (+ 2 (match-beginning 0)))
(eglot-rename "arm")
(eglot--signal-textDocument/didChange)

;; What is at the cursor, and where it is used.
(let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
       (said (plist-get (plist-get hover :contents) :value)))
  (unless (string-match-p "bone \"arm\"" said) (error "Emacs: hover says %s" said)))
(eglot-format)
(wait-until "silence" (lambda () (not (shows "jib"))))
(save-buffer)
(eglot-shutdown (eglot-current-server))

;; Which files are models, by how they begin.
(dolist (text '("// MilkShape 3D ASCII\n" "\n// MilkShape 3D ASCII\n" "Frames: 1\n" "Meshes: 1\n" "Materials: 0\n" "Bones: 9\n"))
  (with-temp-buffer
    (insert text)
    (goto-char (point-min))
    (unless (eq (assoc-default nil magic-mode-alist (lambda (key _) (looking-at key))) 'ms3d-mode)
      (error "Emacs: %S does not begin a model" text))))
(message "Emacs %s: repaired, renamed and formatted" emacs-version)
;;; emacs.el ends here
