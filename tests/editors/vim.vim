" Tries the server in Vim with ALE: the findings, and going to a definition.
set nocompatible packpath=
set runtimepath^=/usr/share/vim-ale
let g:ale_linters = {'ms3d': ['ms3dlint']}
let g:ale_lint_delay = 0
let g:ms3dlint_executable = $MS3DLINT
runtime plugin/ale.vim
execute 'source' $ROOT . '/editors/vim/ms3dlint.vim'
let g:ale_linters_explicit = 1

function! Fail(what) abort
  call writefile(['Vim: ' . a:what], '/dev/stderr', 'a')
  cquit
endfunction

" Lets the server work until an expression is true.
function! WaitUntil(what, expression) abort
  for _ in range(200)
    if eval(a:expression) | return | endif
    sleep 50m
  endfor
  call Fail('there is no ' . a:what)
endfunction

edit crane.txt
if &filetype !=# 'ms3d' | call Fail('the type of the file is ' . &filetype) | endif
call ale#Queue(0)
call WaitUntil('finding', 'len(getloclist(0)) == 5 || len(ale#engine#GetLoclist(bufnr(""))) == 5')
let g:lines = sort(map(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.lnum'), 'n')
if g:lines != [12, 17, 40, 48, 60] | call Fail('the findings are on lines ' . string(g:lines)) | endif

" The parent of a bone leads to that bone.
call search('^"jib"$', 'w')
call search('^"jib"$', 'w')
normal! l
ALEGoToDefinition
call WaitUntil('definition', "line('.') == 59")
call writefile(['Vim ' . v:version / 100 . ': five findings, and the way to a definition'], '/dev/stdout', 'a')
qall!
