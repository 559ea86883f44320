/* Runs a command, counts its system calls, and lets a chosen one be its last, fail, or wait.
 *
 *     tracer ROOT REPORT COUNTED ACTION K COMMAND...
 *
 * COUNTED  all      every system call from the first that names something at ROOT to the end of the process
 *          game     those of them on something at ROOT or on standard output, and the end of the process
 *          changes  those of them that can change what lies at ROOT, the lock, and what is written to standard output
 * ACTION   log      nothing; REPORT gets a line for each counted call: name, path, descriptor, result, second path
 *          kill     SIGKILL at the entry of call K: it is not executed
 *          hold     the process stands still at the entry of call K until a byte comes in on descriptor 3
 *          once:E   call K is not executed and returns error E
 *          on:E     call K and every counted one after it, but for the lock
 *
 * REPORT ends with "fired N", how often the fault struck. One counter over all calls, unlike strace's, which has one
 * for each call's name. Exits as the command did; 128 + the signal if one ended it; 125 where tracing is not possible.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "only x86-64: errors are put into its registers"
#endif

enum { READS = 0, CHANGES = 1, OPENS = 2, LOCKS = 3, ENDS = 4 };
struct call { long number; const char *name; int kind, path, base, second; };
/* path: the argument with the path, base: that with its folder's descriptor; base alone: a descriptor; -1: none */
static const struct call calls[] = {
    {SYS_openat, "open", OPENS, 1, 0, -1},        {SYS_open, "open", OPENS, 0, -1, -1},
    {SYS_creat, "creat", CHANGES, 0, -1, -1},     {SYS_write, "write", CHANGES, -1, 0, -1},
    {SYS_pwrite64, "write", CHANGES, -1, 0, -1},  {SYS_writev, "write", CHANGES, -1, 0, -1},
    {SYS_sendfile, "write", CHANGES, -1, 0, -1},  {SYS_copy_file_range, "write", CHANGES, -1, 2, -1},
    {SYS_fsync, "fsync", CHANGES, -1, 0, -1},     {SYS_fdatasync, "fsync", CHANGES, -1, 0, -1},
    {SYS_ftruncate, "truncate", CHANGES, -1, 0, -1}, {SYS_fallocate, "allocate", CHANGES, -1, 0, -1},
    {SYS_truncate, "truncate", CHANGES, 0, -1, -1},  {SYS_fadvise64, "advise", CHANGES, -1, 0, -1},
    {SYS_rename, "rename", CHANGES, 0, -1, 1},    {SYS_renameat, "rename", CHANGES, 1, 0, 3},
    {SYS_renameat2, "rename", CHANGES, 1, 0, 3},  {SYS_unlink, "unlink", CHANGES, 0, -1, -1},
    {SYS_unlinkat, "unlink", CHANGES, 1, 0, -1},  {SYS_rmdir, "rmdir", CHANGES, 0, -1, -1},
    {SYS_mkdir, "mkdir", CHANGES, 0, -1, -1},     {SYS_mkdirat, "mkdir", CHANGES, 1, 0, -1},
    {SYS_chmod, "chmod", CHANGES, 0, -1, -1},     {SYS_fchmodat, "chmod", CHANGES, 1, 0, -1},
    {SYS_fchmod, "chmod", CHANGES, -1, 0, -1},    {SYS_utimensat, "times", CHANGES, 1, 0, -1},
    {SYS_link, "link", CHANGES, 0, -1, 1},        {SYS_linkat, "link", CHANGES, 1, 0, 3},
    {SYS_symlink, "symlink", CHANGES, 1, -1, -1}, {SYS_symlinkat, "symlink", CHANGES, 2, 1, -1},
    {SYS_flock, "lock", LOCKS, -1, 0, -1},        {SYS_newfstatat, "stat", READS, 1, 0, -1},
    {SYS_stat, "stat", READS, 0, -1, -1},         {SYS_lstat, "stat", READS, 0, -1, -1},
    {SYS_readlink, "readlink", READS, 0, -1, -1}, {SYS_access, "access", READS, 0, -1, -1},
    {SYS_read, "read", READS, -1, 0, -1},         {SYS_pread64, "read", READS, -1, 0, -1},
    {SYS_lseek, "seek", READS, -1, 0, -1},        {SYS_getdents64, "list", READS, -1, 0, -1},
    {SYS_fstat, "stat", READS, -1, 0, -1},        {SYS_ioctl, "control", READS, -1, 0, -1},
    {SYS_fcntl, "control", READS, -1, 0, -1},     {SYS_close, "close", READS, -1, 0, -1},
    {SYS_exit_group, "exit", ENDS, -1, -1, -1},
};

static pid_t child;
static const char *root;
static size_t root_length;

static const struct call *find(long number) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number) return &calls[i];
    return NULL;
}

static void read_text(unsigned long address, char *text, size_t size) {
    size_t done = 0;
    while (done < size - 1) { /* never across the end of a page that may be the last */
        size_t part = 4096 - (address + done) % 4096;
        if (part > size - 1 - done) part = size - 1 - done;
        struct iovec here = {text + done, part}, there = {(void *)(address + done), part};
        if (process_vm_readv(child, &here, 1, &there, 1, 0) <= 0) break;
        if (memchr(text + done, 0, part)) return;
        done += part;
    }
    text[done] = 0;
}

static void read_descriptor(int number, char *text, size_t size) {
    char link[64];
    if (number == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", child);
    else snprintf(link, sizeof link, "/proc/%d/fd/%d", child, number);
    ssize_t length = readlink(link, text, size - 1);
    text[length < 0 ? 0 : length] = 0;
}

static void find_path(const struct call *call, const unsigned long *arguments, char *text, size_t size) {
    if (call->path < 0 && call->base >= 0) {
        read_descriptor((int)arguments[call->base], text, size);
        return;
    }
    if (call->path < 0) return;
    read_text(arguments[call->path], text, size);
    if (text[0] != '/' && call->base >= 0) {
        char inner[1024], *end = stpncpy(inner, text, sizeof inner - 1);
        *end = 0;
        read_descriptor((int)arguments[call->base], text, size);
        size_t length = strlen(text);
        snprintf(text + length, size - length, "/%s", inner);
    }
}

static int is_inside(const char *path) {
    return strncmp(path, root, root_length) == 0 && (path[root_length] == 0 || path[root_length] == '/');
}

static int is_counted(const struct call *call, const unsigned long *arguments, const char *path, int reads) {
    if (call == NULL) return 0;
    if (call->number == SYS_write && arguments[0] == 1) return 1;
    if (reads && (call->kind == ENDS || is_inside(path))) return 1;
    if (call->kind == READS || !is_inside(path)) return 0;
    if (call->kind != OPENS) return 1;
    unsigned long flags = arguments[call->path + 1];
    return (flags & (O_CREAT | O_TRUNC)) || (flags & O_ACCMODE) != O_RDONLY;
}

/* Lets the child run at full speed but for the calls of the table: the others do not wake the tracer. */
static int filter_calls(int with_reads) {
    struct sock_filter program[2 * sizeof calls / sizeof *calls + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned short size = 1;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (calls[i].kind == READS && !with_reads) continue;
        program[size++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
        program[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    }
    program[size++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog whole = {size, program};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}

int main(int count, char **words) {
    if (count < 7) return 125;
    root = words[1];
    root_length = strlen(root);
    FILE *report = fopen(words[2], "w");
    int all = strcmp(words[3], "all") == 0, reads = all || strcmp(words[3], "game") == 0, error = 0;
    const char *action = words[4];
    long wanted = atol(words[5]), number = 0, fired = 0;
    if (strchr(action, ':')) error = atoi(strchr(action, ':') + 1);
    int for_ever = strncmp(action, "on:", 3) == 0, logs = strcmp(action, "log") == 0;
    child = fork();
    if (child == 0) {
        fclose(report);
        close(3), close(4);
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(125);
        raise(SIGSTOP);
        if (filter_calls(reads) != 0) _exit(125);
        execvp(words[6], words + 6);
        _exit(127);
    }
    int status, inside = 0, touched = 0, failing = 0;
    waitpid(child, &status, 0);
    if (!WIFSTOPPED(status)) return 125;
    ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL);
    char path[4096], second[4096];
    const struct call *call = NULL;
    long counted = 0, signal = 0;
    unsigned long arguments[6] = {0};
    for (;;) {
        int every = inside || (all && touched);
        if (ptrace(every ? PTRACE_SYSCALL : PTRACE_CONT, child, 0, signal) != 0 && errno != ESRCH) return 125;
        signal = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) || WIFSIGNALED(status)) break;
        int filtered = status >> 8 == (SIGTRAP | (PTRACE_EVENT_SECCOMP << 8));
        if (filtered && inside) continue; /* the entry of this call was seen already */
        if (!filtered && WSTOPSIG(status) != (SIGTRAP | 0x80)) {
            signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
            continue;
        }
        struct user_regs_struct registers;
        ptrace(PTRACE_GETREGS, child, 0, &registers);
        inside = !inside;
        if (!inside) {
            if (failing) {
                registers.rax = (unsigned long)-error;
                ptrace(PTRACE_SETREGS, child, 0, &registers);
                failing = 0;
            } else if (counted && logs) {
                fprintf(report, "%s\t%s\t%ld\t%ld\t%s\n", call ? call->name : "-", call ? path : "",
                        call && call->path < 0 ? (long)arguments[0] : -1, (long)registers.rax, second);
            }
            continue;
        }
        unsigned long taken[6] = {registers.rdi, registers.rsi, registers.rdx, registers.r10, registers.r8, registers.r9};
        memcpy(arguments, taken, sizeof taken);
        call = find((long)registers.orig_rax);
        path[0] = second[0] = 0;
        if (call != NULL && (!all || !touched || logs)) find_path(call, arguments, path, sizeof path);
        if (call != NULL && call->second >= 0 && logs) read_text(arguments[call->second], second, sizeof second);
        touched = touched || is_inside(path);
        counted = all ? touched : is_counted(call, arguments, path, reads);
        if (!counted) continue;
        number++;
        if (logs && call != NULL && call->kind == ENDS) fprintf(report, "exit\t\t-1\t0\t\n");
        if (logs || number < wanted || (number > wanted && !for_ever)) continue;
        if (error && call != NULL && call->kind == LOCKS) continue;
        fired++;
        if (error) {
            failing = 1;
            registers.orig_rax = (unsigned long)-1;
            ptrace(PTRACE_SETREGS, child, 0, &registers);
        } else if (strcmp(action, "kill") == 0) {
            kill(child, SIGKILL);
        } else {
            char byte;
            if (write(4, "held", 4) != 4 || read(3, &byte, 1) != 1) return 125;
        }
    }
    fprintf(report, "fired %ld\n", fired);
    fclose(report);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
