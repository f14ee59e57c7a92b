-- Run by test/surfaces/neovim.sh in a headless Neovim: opens a file, waits for diagnostics, reads a hover, applies the fix.
local file = vim.env.MIGRATE_FILE
local function fail(why)
  io.stderr:write(why .. '\n')
  vim.cmd('cquit 1')
end
local function wait(what, done)
  if not vim.wait(20000, done, 50) then fail('no ' .. what) end
end

vim.cmd('edit ' .. vim.fn.fnameescape(file))
local client = vim.lsp.start_client({
  name = 'migrate',
  cmd = { vim.env.MIGRATE_NODE, vim.env.MIGRATE_BIN, 'lsp', '--stdio' },
  root_dir = vim.fn.fnamemodify(file, ':h'),
})
vim.lsp.buf_attach_client(0, client)
wait('diagnostics', function() return #vim.diagnostic.get(0) == 2 end)
local codes = {}
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  table.insert(codes, diagnostic.code or diagnostic.user_data.lsp.code)
end
table.sort(codes)
print(table.concat(codes, ' '))

local at = vim.fn.match(vim.fn.getline(1), 'v1')
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 0, character = at },
}, 20000)
if not vim.inspect(hover):find('legacy%-base%-url') then fail('no hover') end

local range = { start = { line = 0, character = 0 }, ['end'] = { line = 1, character = 0 } }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = range,
  context = { diagnostics = {} },
}, 20000)
local action = answers[client].result[1]
print(action.title)
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
wait('silence after the fix', function() return #vim.diagnostic.get(0) == 0 end)
vim.cmd('write')
vim.lsp.stop_client(client)
wait('end of the server', function() return vim.lsp.client_is_stopped(client) end)
vim.cmd('quitall!')
